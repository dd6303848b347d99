// Pins: Headers, Request, Response, FormData and Blob without network
const h = new Headers({ "Content-Type": "text/plain", "X-A": "1" });
h.append("x-a", "2");
console.log([...h], h.get("X-A"), h.has("content-type"), h.get("nope"));
const r = new Response(JSON.stringify({ a: 1 }), { status: 201, headers: { "content-type": "application/json" } });
console.log(r.status, r.ok, r.statusText, r.bodyUsed, await r.clone().text(), await r.json(), r.bodyUsed);
await r.text().catch((e) => console.log(e.name));
console.log(Response.json({ b: 2 }).headers.get("content-type"), await Response.json({ b: 2 }).text(), Response.error().type);
const q = new Request("https://example.com/x?y", { method: "post", body: "text", headers: { a: "b" } });
console.log(q.method, q.url, q.headers.get("a"), await q.text(), q.headers.get("content-type"));
const b = new Blob(["ab", new Uint8Array([99])], { type: "text/plain" });
console.log(b.size, b.type, await b.text(), await b.slice(1).text(), new Uint8Array(await b.arrayBuffer()));
const f = new FormData();
f.append("k", "v");
f.append("k", "w");
console.log(f.getAll("k"), [...f.keys()]);
const body = new Response(new ReadableStream({ start(c) {
  c.enqueue(new TextEncoder().encode("streamed"));
  c.close();
} }));
console.log(await body.text());
