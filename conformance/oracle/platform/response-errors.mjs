// Pins: what Response refuses
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
await t(1, () => new Response("x", { status: 99 }));
await t(2, () => new Response("x", { status: 204 }));
await t(3, () => new Response(null, { status: "abc" }));
await t(4, () => new Response("", { statusText: "a\nb" }));
await t(5, () => Response.redirect("/b"));
await t(6, () => Response.redirect("http://a", 200));
await t(7, () => Response.json(undefined));
await t(8, () => Response.json(() => 1));
await t(9, () => Response.json());
await t(10, () => Response.prototype.text.call({}));
await t(11, () => new Response("x", { status: 600 }));
await t(12, () => new Response("x", { headers: { "a b": "1" } }));
