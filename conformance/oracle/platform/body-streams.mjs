// Pins: bodies that are streams and iterables
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const bytes = (text) => new TextEncoder().encode(text);
const of = (...chunks) => new ReadableStream({ start(c) { chunks.forEach((x) => c.enqueue(x)); c.close(); } });
await t("bytes", () => new Response(of(bytes("a"), bytes("bé"))).text());
await t("text", () => new Response(of("str")).text());
await t("error", () => new Response(new ReadableStream({ start(c) { c.error(new Error("zz")); } })).text());
await t("generator", () => new Response((async function* () { yield bytes("gen"); yield bytes("!"); })()).text());
await t("iterated", async () => { const out = []; for await (const c of new Response("abc").body) out.push(c); return out; });
await t("same", () => { const s = of(bytes("x")); return new Response(s).body === s; });
await t("clone", async () => { const r = new Response(of(bytes("x"), bytes("y"))); const c = r.clone(); return [await c.text(), await r.text()]; });
await t("piped", () => new Response(of("a", "b").pipeThrough(new TextEncoderStream())).text());
await t("request", async () => new Request("http://a/", { method: "POST", body: of(bytes("q")), duplex: "half" }).text());
await t("half", () => new Request("http://a/", { method: "POST", body: of() }));
