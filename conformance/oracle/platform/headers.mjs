// Pins: what Headers keeps, joins, sorts and prints
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const h = new Headers({ b: "2", A: " 1 " });
h.append("set-cookie", "x=1");
h.append("set-cookie", "y=2");
h.append("a", "3");
console.log(h, [...h], h.getSetCookie(), h.get("A"), h.get("zz"), h.has("SET-cookie"));
h.forEach((value, name, all) => console.log(name, value, all === h));
h.set("B", "new");
h.delete("a");
h.delete("never");
console.log([...h.keys()], [...h.values()], [...h.entries()].length, h.entries().next(), Object.prototype.toString.call(h));
console.log(new Headers(h).get("b"), new Headers([["q", "1"], ["q", "2"]]).get("q"), new Headers({ a: undefined }).get("a"), new Headers(new Map([["m", "1"]])).get("m"));
const live = new Headers({ a: "1", b: "2" });
const seen = [];
for (const [name] of live) {
  seen.push(name);
  if (name === "a") live.set("c", "3");
}
console.log(seen, Headers.length, typeof Headers.prototype[Symbol.iterator]);
