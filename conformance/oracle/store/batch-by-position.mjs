// Pins: batch of operations in order, and results by position
import { InMemoryStore } from "@langchain/langgraph";

const store = new InMemoryStore();
const results = await store.batch([
  { namespace: ["a"], key: "1", value: { v: 1 } },
  { namespace: ["a"], key: "2", value: { v: 2 } },
  { namespace: ["a"], key: "1" },
  { namespacePrefix: ["a"], limit: 10, offset: 0 },
  { matchConditions: [{ matchType: "prefix", path: ["a"] }], limit: 10, offset: 0 },
]);
console.log(results.map((r) => (Array.isArray(r) ? r.map((i) => i.key ?? i) : r?.value ?? r)));
console.log((await store.search(["a"])).map((i) => i.key));
console.log((await store.batch([{ namespace: ["a"], key: "1", value: null }, { namespace: ["a"], key: "1" }])));
