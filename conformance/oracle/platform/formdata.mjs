// Pins: FormData, and how it is sent and received
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const f = new File(["x"], "a.txt", { type: "t/p", lastModified: 5 });
const d = new FormData();
d.append("a", "1");
d.append("a", "2");
d.append("f", f);
d.append("h", f, "n.txt");
console.log(d, [...d].length, d.get("a"), d.getAll("a"), d.get("zz"), d.get("h").name, d.get("f") === f);
d.set("a", "9");
d.append("n", 5);
console.log([...d.keys()], d.has("a"), d.get("n"), Object.prototype.toString.call(d));
d.delete("h");
d.append("li\nne", "a\nb\r\nc");
d.append('q"uo', "é");
const r = new Response(d);
const [, boundary] = r.headers.get("content-type").split("boundary=");
console.log((await r.text()).replaceAll(boundary, "B").replaceAll("\r\n", "|"));
const body = '--X\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--X\r\nContent-Disposition: form-data; name="f"; filename="q.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--X--\r\n';
const multipart = await new Response(body, { headers: { "content-type": "multipart/form-data; boundary=X" } }).formData();
console.log(multipart.get("a"), multipart.get("f").name, multipart.get("f").type, await multipart.get("f").text());
const type = (value) => ({ headers: { "content-type": value } });
await t("urlencoded", async () => [...await new Response("a=1&b=%20x+y", type("application/x-www-form-urlencoded")).formData()]);
await t(1, () => new Response("zzz", type("multipart/form-data; boundary=X")).formData());
await t(2, () => new Response("zzz", type("text/plain")).formData());
await t(3, () => d.append("x"));
await t(4, () => d.append("x", "y", "z"));
await t(5, () => new FormData(5));
