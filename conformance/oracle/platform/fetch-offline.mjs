// Pins: fetch without a network: data URLs, other schemes, wrong URLs, aborted before
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
await t("base64", async () => { const r = await fetch("data:text/plain;base64,aGk="); return [r.status, r.statusText, r.headers.get("content-type"), await r.text(), r.url, r.type, r.redirected]; });
await t("plain", async () => { const r = await fetch("data:,a%20b#c"); return [r.status, r.headers.get("content-type"), await r.text()]; });
await t("json", async () => (await fetch('data:application/json;charset=utf-8,{"a":1}')).json());
await t("no data", () => fetch("data:x"));
await t("about", () => fetch("about:blank"));
await t("file", () => fetch("file:///x"));
await t("ftp", () => fetch("ftp://x"));
await t("wrong", () => fetch("nope"));
await t("nothing", () => fetch());
await t("aborted", () => fetch("http://127.0.0.1:2", { signal: AbortSignal.abort() }));
await t("reason", () => fetch("http://127.0.0.1:2", { signal: AbortSignal.abort(new RangeError("why")) }));
await t("body", () => fetch("http://127.0.0.1:2", { method: "GET", body: "x" }));
await t("bad port", () => fetch("http://127.0.0.1:9"));
console.log(fetch.name, fetch.length);
