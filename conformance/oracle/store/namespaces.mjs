// Pins: listNamespaces with prefix, suffix, wildcards, maxDepth, limit and offset
import { InMemoryStore } from "@langchain/langgraph";
const s = new InMemoryStore();
for (const ns of [["b"], ["a", "x", "v1"], ["a", "y", "v1"], ["a", "x", "v2"], ["c", "x"], ["a"]]) await s.put(ns, "k", { v: 1 });
const list = async (o) => console.log(JSON.stringify(o ?? null), (await s.listNamespaces(o)).map((n) => n.join("/")).join(" "));
for (const o of [undefined, { prefix: ["a"] }, { prefix: ["a", "x"] }, { suffix: ["v1"] }, { prefix: ["a", "*", "v1"] }, { suffix: ["x", "*"] }, { prefix: ["a"], suffix: ["v2"] },
  { maxDepth: 1 }, { maxDepth: 2 }, { maxDepth: 2, prefix: ["a"] }, { limit: 2 }, { limit: 2, offset: 3 }, { offset: 5 }, { prefix: ["zzz"] }]) await list(o);
