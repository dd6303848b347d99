// Pins: search of a store: prefix, filters with operators, limit and offset
import { InMemoryStore } from "@langchain/langgraph";
const s = new InMemoryStore();
for (let i = 0; i < 15; i++) await s.put(["docs", i % 2 ? "odd" : "even"], `k${i}`, { i, tag: i % 3 === 0 ? "third" : "none", deep: { x: i } });
const keys = async (ns, o) => (await s.search(ns, o)).map((x) => x.key).join();
console.log(await keys(["docs"]));
console.log(await keys(["docs"], { limit: 3 }), "|", await keys(["docs"], { limit: 3, offset: 2 }), "|", await keys(["docs"], { offset: 13 }));
console.log(await keys(["docs", "odd"], { limit: 100 }), "|", await keys([], { limit: 2 }), "|", await keys(["none"]));
for (const filter of [{ tag: "third" }, { i: 3 }, { i: { $gt: 12 } }, { i: { $gte: 12, $lt: 14 } }, { i: { $lte: 1 } }, { tag: { $ne: "none" }, i: { $lt: 5 } }, { i: { $eq: 4 } },
  { i: { $in: [1, 2] } }, { i: { $nin: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } }, { missing: undefined }, { missing: 1 }, { deep: { x: 1 } }, { tag: {} }, { i: "3" }, { i: { $gt: "12" } }, {}]) {
  console.log(JSON.stringify(filter), await keys(["docs"], { filter, limit: 20 }));
}
console.log(await keys(["docs"], { filter: { tag: "third" }, limit: 2, offset: 1 }), await keys(["docs"], { query: "anything", limit: 2 }));
