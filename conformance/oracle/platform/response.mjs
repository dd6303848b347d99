// Pins: what a Response is made of, and how it prints
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const r = new Response("hi", { headers: { a: "1" }, status: 201, statusText: "X" });
console.log(r, r.body, Object.keys(r));
console.log(Response.error(), Response.redirect("http://a/b", 301), Response.json({ a: 1 }, { status: 400 }));
for (const body of [5, "", "text", new URLSearchParams("a=1"), new Blob(["x"], { type: "text/X" }), new Blob(["x"]), new Uint8Array(3), null, undefined]) {
  const made = new Response(body);
  console.log(made.headers.get("content-type"), made.body === null, made.status, made.ok);
}
console.log(new Response("x", { headers: { "content-type": "a/b" } }).headers.get("content-type"));
console.log(await Response.json([1, "é"]).text(), Response.json(null).headers.get("content-type"));
for (const status of [200, 299, 300, 404, 599]) console.log(new Response(null, { status }).ok);
