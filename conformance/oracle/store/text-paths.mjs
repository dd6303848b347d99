// Pins: getTextAtPath, tokenizePath, and the caches of langgraph-checkpoint
import { BaseCache, InMemoryCache, InvalidNamespaceError, MemoryStore, InMemoryStore, getTextAtPath, tokenizePath } from "@langchain/langgraph-checkpoint";
const doc = { a: "x", b: { c: "y", n: 1 }, list: ["p", "q", 3], rows: [{ t: "one" }] };
for (const p of ["a", "b.c", "b.n", "list[*]", "list[1]", "list[2]", "rows[0].t", "none", "b", "list[x]", "none[0]"]) console.log(p, getTextAtPath(doc, p));
console.log(tokenizePath("a.b[0].c"), new MemoryStore() instanceof InMemoryStore, new InvalidNamespaceError("m").name);
const cache = new InMemoryCache();
await cache.set([{ key: [["n", "s"], "k"], value: { a: 1 } }, { key: [["n"], "gone"], value: 2, ttl: -1 }]);
console.log(await cache.get([[["n", "s"], "k"], [["n"], "gone"], [["n"], "none"]]));
await cache.clear([["n", "s"]]);
console.log(await cache.get([[["n", "s"], "k"]]), await cache.get([]), cache instanceof BaseCache);
