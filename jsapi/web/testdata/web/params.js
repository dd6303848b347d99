// URLSearchParams, alone and as the query of a URL.
const P = URLSearchParams;
const inits = [
  undefined, null, "", "?", "a=1&b=2", "?a=1", "??a=1", "a", "=", "=x", "a=&b", "&&a=1&&", "a=1&a=2", "a=b=c", "a+b=c%20d", "%61=%zz&%", "a=%E2%82%AC&b=€", "a=%ff",
  { a: 1, b: "x y", c: null, d: undefined }, [["a", 1], ["a", 2]], [], {}, new Map([["k", "v"]]), new P("x=1&x=2"), [new Set(["p", "q"])], 5, true, ["ab"],
];
for (const init of inits) show("new " + (typeof init === "string" ? JSON.stringify(init) : Object.prototype.toString.call(init)), () => [String(new P(init)), [...new P(init)], new P(init).size]);
for (const init of [[["a"]], [["a", "b", "c"]], [1], ["abc"], { [Symbol.iterator]: 5 }, [null]]) show("wrong", () => new P(init));
show("append", () => {
  const p = new P("a=1");
  p.append("b", 2);
  p.append("a", "x&y=z");
  return [String(p), p.get("a"), p.getAll("a"), p.get("none"), p.getAll("none")];
});
show("has", () => {
  const p = new P("a=1&a=2&b=");
  return [p.has("a"), p.has("a", "2"), p.has("a", 2), p.has("a", "3"), p.has("b", ""), p.has("c"), p.has("a", undefined)];
});
show("delete", () => {
  const p = new P("a=1&b=2&a=3&c=4");
  p.delete("a", "3");
  const one = String(p);
  p.delete("a");
  p.delete("none");
  return [one, String(p)];
});
show("set", () => {
  const p = new P("a=1&b=2&a=3");
  p.set("a", "new");
  p.set("z", "last");
  return String(p);
});
show("sort", () => {
  const p = new P("z=1&a=2&z=0&a=1&\u{1f600}=x&\uffe6=y&aa=3&A=4&=5");
  p.sort();
  return [...p].map((pair) => pair.join(":"));
});
show("iterate", () => {
  const p = new P("a=1&b=2");
  const seen = [];
  p.forEach((value, key, owner) => seen.push(key + value + (owner === p)));
  for (const [key, value] of p) seen.push(key + value);
  return [seen, [...p.keys()], [...p.values()], [...p.entries()], P.prototype[Symbol.iterator] === P.prototype.entries];
});
show("change while iterating", () => {
  const p = new P("a=1&b=2&c=3");
  const seen = [];
  for (const [key] of p) {
    seen.push(key);
    if (key === "a") p.delete("b");
    if (key === "c" && p.size < 4) p.append("d", "4");
  }
  return seen;
});
show("encoding", () => String(new P([["a b&c=d+e", "*-._~!'()\u0000\u20ac/?:@[]"]])));
for (const [name, args] of [["append", ["a"]], ["get", []], ["getAll", []], ["has", []], ["set", ["a"]], ["delete", []], ["forEach", [1]]]) show(name, () => new P("a=1")[name](...args));
show("forEach without a function", () => new P("a=1").forEach());
show("live", () => {
  const url = new URL("http://a/?x=1#h");
  const p = url.searchParams;
  p.append("y", "2 3");
  const one = url.href;
  url.search = "?z=9";
  const two = [...p].join(";");
  url.href = "http://b/?w=8";
  const three = String(p);
  p.delete("w");
  return [one, two, three, url.href, p === url.searchParams, url.search];
});
show("live sort and set", () => {
  const url = new URL("http://a/?b=1&a=2");
  url.searchParams.sort();
  const one = url.search;
  url.searchParams.set("q", "a'b");
  return [one, url.href];
});
show("untouched query keeps its text", () => {
  const url = new URL("http://a/?b=%41 ~'");
  String(url.searchParams);
  return url.href;
});
show("tag", () => Object.prototype.toString.call(new P()));
