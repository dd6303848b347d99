// Pins: media types of bodies and of data URLs, and forms in bodies
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
for (const type of ["text/plain", 'TEXT/Plain; Charset=UTF-8;b="x y"', "nonsense", "text/html;charset=", "a/b;c", 'a/b;c=d;c=e;=f;g="h\\"i";j=k l', "text/html, a/b", "a/b;charset=x, a/b", 'a/b; q="unclosed', 'a/b; q="x, c/d"', "/x", "a/", "text/plain ; x=é", "*/*", ""]) {
  await t(`blob of ${type}`, async () => (await new Response("a", { headers: { "content-type": type } }).blob()).type);
}
for (const url of [
  "data:,a%20b", "data:text/html,<b>", "data:text/plain;BASE64 ,YQ", "data:;charset=x,y", "data:foo,bar", "data:text/plain;base64,Y*", "data:,x#frag",
  'data:application/json;a="b c",{}', "data:text/plain;charset=,a", "data: text/plain ,x", "data:TEXT/HTML;Charset=UTF-8,x", "data:image/svg+xml;utf8,<svg/>",
  'data:a/b;c="d\\"e";f=g,x', "data:a/b;c=d;c=e,x", "data:a/b; c = d ,x", "data:;base64;x,YQ==", "data:a/b;  base64,YQ==", "data:base64,YQ==", 'data:;x="y,z",q', "data:,",
]) await t(url, async () => { const r = await fetch(url); return [r.headers.get("content-type"), await r.text(), r.url]; });

const form = (text, type = "multipart/form-data; boundary=X") => new Response(text.replace(/\n/g, "\r\n"), { headers: { "content-type": type } }).formData().then((f) => [...f].map(([k, v]) => (typeof v === "string" ? [k, v] : [k, v.name, v.type])));
await t("base64", () => form('--X\nContent-Disposition: form-data; name="a"\nContent-Transfer-Encoding: base64\n\nYQ==\n--X--\n'));
await t("preamble", () => form('before\n--X\nContent-Disposition: form-data; name="a"\n\nb\n--X--\n'));
await t("empty line first", () => form('\n--X\nContent-Disposition: form-data; name="a"\n\nb\n--X--\n'));
await t("no name", () => form("--X\nContent-Disposition: form-data\n\nb\n--X--\n"));
await t("no boundary", () => form("--X--\n", "multipart/form-data"));
await t("urlencoded", () => form("a=b", " Application/X-WWW-form-urlencoded;charset=x"));
await t("other", () => form("a=b", "text/plain"));
