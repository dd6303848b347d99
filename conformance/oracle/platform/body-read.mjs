// Pins: the ways to read a body, once
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const body = () => new Response('{"a":[1]}');
await t("json", () => body().json());
await t("text", () => body().text());
await t("arrayBuffer", () => body().arrayBuffer());
await t("blob", () => body().blob());
await t("bytes", () => body().bytes());
await t("not json", () => new Response("x").json());
await t("empty json", () => new Response("").json());
await t("mark", () => new Response("\uFEFFabc").text());
await t("wrong utf-8", () => new Response(new Uint8Array([0xff, 65])).text());
await t("none", async () => { const r = new Response(null); return [await r.text(), r.body, r.bodyUsed]; });
await t("twice", async () => { const r = body(); await r.text(); return r.text(); });
await t("used", async () => { const r = body(); const before = r.bodyUsed; const read = r.text(); return [before, r.bodyUsed, (await read).length]; });
await t("locked", async () => { const r = body(); r.body.getReader(); return r.text(); });
await t("cancelled", async () => { const r = body(); await r.body.cancel(); return r.bodyUsed; });
await t("clone", async () => { const r = body(); const c = r.clone(); return [await r.text(), await c.json()]; });
await t("clone of used", async () => { const r = body(); await r.text(); return r.clone(); });
await t("object", () => new Response({ a: 1 }).text());
await t("data is a copy", async () => { const bytes = new Uint8Array([65]); const r = new Response(bytes); bytes[0] = 66; return r.text(); });
