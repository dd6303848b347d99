// Pins: which streams can be a body, what locks the stream of a body, chunks that are not bytes, iterators of texts
process.on("unhandledRejection", (e) => console.log("unhandled", e?.message));
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const bytes = (text) => new TextEncoder().encode(text);
const of = (...chunks) => new ReadableStream({ start(c) { chunks.forEach((x) => c.enqueue(x)); c.close(); } });
const lock = (s) => { s.getReader(); return s; };
const disturb = async (s) => { const r = s.getReader(); await r.read(); r.releaseLock(); return s; };
const post = (body) => ({ method: "POST", duplex: "half", body });

await t("locked response", () => new Response(lock(of(bytes("a")))));
await t("disturbed response", async () => new Response(await disturb(of(bytes("a"), bytes("b")))));
await t("locked request", () => new Request("http://a/", post(lock(of(bytes("a"))))));
await t("disturbed request", async () => new Request("http://a/", post(await disturb(of(bytes("a"), bytes("b"))))));
await t("locked in fetch", () => fetch("http://127.0.0.1:2/", post(lock(of(bytes("a"))))));
await t("locked later", async () => { const s = of(bytes("a")); const r = new Request("http://127.0.0.1:2/", post(s)); s.getReader(); return fetch(r); });

for (const chunk of [undefined, null, "b", 5, new Uint16Array(2)]) await t(typeof chunk, () => new Response(of(bytes("a"), chunk, bytes("c"))).text());
await t("cancel that fails", () => new Response(new ReadableStream({ start(c) { c.enqueue(5); }, cancel() { throw new Error("not me"); } })).text());

await t("read stream", async () => { const s = of(bytes("a")); const r = new Response(s); await r.text(); return [s.locked, r.body === s, r.bodyUsed, s]; });
await t("failed stream", async () => { const s = new ReadableStream({ pull() { throw new Error("x"); } }); await new Response(s).text().catch(() => {}); return [s.locked, s]; });
await t("refused stream", async () => { const s = of("a"); await new Response(s).text().catch(() => {}); return [s.locked, s]; });
await t("while it is read", async () => { const r = new Response("abc"); const p = r.text(); const b = r.body; return [b, r.bodyUsed, await p, b, r.body === b]; });
await t("after it was read", async () => { const r = new Response("abc"); await r.text(); return [r.body.locked, r.bodyUsed, r.body.getReader()]; });
await t("moved", async () => { const a = new Request("http://a/", { method: "POST", body: "abc" }); const b = new Request(a); return [a.body.locked, a.bodyUsed, b.body.locked, await b.text()]; });

await t("texts", () => new Response((async function* () { yield "a"; yield "é"; yield bytes("!"); yield [65]; })()).text());
await t("wrong item", () => new Response((async function* () { yield null; })()).text());
await t("iterator that fails", () => new Response((async function* () { yield "a"; throw new RangeError("no"); })()).text());
await t("iterator that is left", async () => {
  const left = [];
  const r = new Response((async function* () { try { yield "a"; yield "b"; } finally { left.push("left"); } })());
  const reader = r.body.getReader();
  const { value } = await reader.read();
  await reader.cancel("enough");
  return [new TextDecoder().decode(value), left];
});
await t("no iterator", () => new Response({ [Symbol.asyncIterator]() { throw new Error("none"); } }).text());
