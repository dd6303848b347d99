// Pins: what of a config reaches a node: configurable, tags, metadata, runName, callbacks; withConfig merges
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const seen = [];
const graph = new StateGraph(Annotation.Root({ v: Annotation() }))
  .addNode("n", (_, config) => {
    seen.push({
      keys: Object.keys(config).sort().join(),
      configurable: Object.keys(config.configurable).filter((k) => !k.startsWith("__pregel")).sort(),
      a: config.configurable.a,
      b: config.configurable.b,
      tags: config.tags,
      metadata: Object.keys(config.metadata).sort(),
      limit: config.recursionLimit,
      runName: config.runName,
    });
    return { v: 1 };
  })
  .addEdge(START, "n")
  .compile();
await graph.invoke({});
await graph.invoke({}, { configurable: { a: 1 }, tags: ["x"], metadata: { m: 1 }, runName: "run", recursionLimit: 7 });
const bound = graph.withConfig({ configurable: { a: "bound", b: "bound" }, tags: ["bound"], metadata: { m: "bound", k: 1 }, recursionLimit: 9 });
await bound.invoke({}, { configurable: { a: "call" }, tags: ["call"], metadata: { m: "call" } });
await bound.withConfig({ configurable: { b: "again" } }).invoke({});
for (const s of seen) console.log(s);
