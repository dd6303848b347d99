// Pins: URL and URLSearchParams: parts, relative ones, encoding, errors, printing
const u = new URL("https://user:pa%20ss@example.com:8080/a/../b c?x=1&y=ü#frag");
console.log(u.href, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, u.origin, u.username, u.password, u.protocol);
console.log(new URL("../c?d", "http://h/a/b/").href, new URL("//other/x", "https://h").href, new URL("HTTP://EXAMPLE.com:80/").href, URL.canParse("nope"), URL.canParse("x:y"));
u.searchParams.append("z", "a b");
u.port = "";
u.pathname = "/new";
console.log(u.toString(), JSON.stringify(u));
try {
  new URL("nope");
} catch (e) {
  console.log(e.name, e.code, e.message, e.input);
}
const p = new URLSearchParams({ a: "1", b: "2 3" });
p.append("a", "x&y");
p.sort();
console.log(p.toString(), p.getAll("a"), p.has("b"), [...p], p.size);
p.delete("a");
console.log(p, u.searchParams, new URLSearchParams("?q=1&q=2&r"));
console.log(u);
