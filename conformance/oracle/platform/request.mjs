// Pins: what a Request is made of, and how it prints
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const q = new Request("http://a/b?c#d", { method: "post", body: "x", headers: { q: "1" } });
console.log(q);
console.log(q.url, q.method, q.headers.get("content-type"), q.duplex, q.bodyUsed, await q.clone().text());
const copy = new Request(q, { headers: { z: "2" }, redirect: "error" });
console.log(copy.method, [...copy.headers], copy.redirect, q.bodyUsed, await copy.text());
for (const method of ["get", "Head", "PATCH", "delete", "options", "custom"]) console.log(new Request("http://a", { method }).method);
const c = new AbortController();
const s = new Request("http://a", { signal: c.signal });
console.log(s.signal === c.signal, s.signal.aborted);
c.abort();
console.log(s.signal.aborted, s.signal.reason.name);
console.log(new Request(new URL("http://a/ä?ö")).url);
