// Pins: search by meaning: index config, fields, scores, items without an index
import { InMemoryStore } from "@langchain/langgraph";
const words = ["cat", "dog", "car"];
const embed = (t) => words.map((w) => t.split(w).length - 1);
const embeddings = { async embedQuery(q) { return embed(q); }, async embedDocuments(d) { console.log("embed", d.length); return d.map(embed); } };
const s = new InMemoryStore({ index: { embeddings, dims: 3, fields: ["text", "tags[*]", "meta.{a,b}"] } });
await s.put(["d"], "1", { text: "cat cat", tags: ["dog"] });
await s.put(["d"], "2", { text: "car", meta: { a: "dog dog", b: "x" } });
await s.put(["d"], "3", { text: "cat dog car" }, false);
await s.put(["d"], "4", { text: "nothing", other: "cat" }, ["other"]);
await s.put(["d"], "5", { none: 1 });
const show = async (q, o) => console.log(q, JSON.stringify((await s.search(["d"], { query: q, ...o })).map((x) => [x.key, x.score === undefined ? null : Math.round(x.score * 100) / 100])));
await show("cat"); await show("dog"); await show("car", { limit: 2 }); await show("cat", { offset: 1, limit: 2 }); await show("zebra");
await show("cat", { filter: { text: "car" } }); await show(undefined, { limit: 2 });
await s.delete(["d"], "1"); await show("cat");
console.log(s.indexConfig.dims);
const all = new InMemoryStore({ index: { embeddings, dims: 3 } });
await all.put(["d"], "x", { deep: { pet: "cat" } });
console.log((await all.search(["d"], { query: "cat" }))[0].score > 0);
