// Pins: what Headers refuses
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const h = new Headers();
await t(1, () => new Headers([["a"]]));
await t(2, () => new Headers("x"));
await t(3, () => new Headers(null));
await t(4, () => new Headers(5));
await t(5, () => h.append("a b", "1"));
await t(6, () => h.append("a", "1\n2"));
await t(7, () => h.append("a"));
await t(8, () => h.get());
await t(9, () => h.set("é", "1"));
await t(10, () => h.set("a", "€"));
await t(11, () => h.delete("a b"));
await t(12, () => Headers.prototype.get.call({}, "a"));
await t(13, () => h.forEach(1));
await t(14, () => h.has(""));
await t(15, () => Response.error().headers.set("a", "1"));
await t(16, () => Response.redirect("http://a/").headers.append("a", "1"));
