// Pins: filters of a store take operators only, and a deleted item has no place in its index
import { InMemoryStore } from "@langchain/langgraph";

const store = new InMemoryStore({ index: { dims: 2, embeddings: { embedDocuments: async (texts) => texts.map((t) => [t.length, 1]), embedQuery: async (t) => [t.length, 1] } } });
await store.put(["a"], "k", { n: 1, s: "x" });
await store.put(["a"], "l", { n: 2, s: "long text" });
for (const filter of [{ n: { toString: 1 } }, { n: { constructor: 1 } }, { n: { hasOwnProperty: 1 } }, { n: { $gt: 1 } }, { n: {} }, { n: { $eq: 1, toString: 2 } }, { toString: 1 }])
  console.log(JSON.stringify(filter), (await store.search(["a"], { filter })).map((item) => item.key));
await store.delete(["a"], "k");
console.log((await store.search(["a"], { query: "x" })).map((item) => item.key));
