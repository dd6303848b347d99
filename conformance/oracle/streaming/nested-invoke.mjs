// Pins: chunks of graphs that nodes invoke and stream themselves
import { StateGraph, Annotation, START, END, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State).addNode("x", (s, c) => { c.writer("x"); return { log: ["x"] }; }).addEdge(START, "x").compile();
const short = (ns) => ns.map((s) => s.replace(/:.*/, ""));
const graph = new StateGraph(State)
  .addNode("invokes", async () => ({ log: (await inner.invoke({ log: ["i"] })).log }))
  .addNode("streams", async (s, config) => {
    const seen = [];
    for await (const c of await inner.stream({ log: ["s"] })) seen.push(JSON.stringify(c));
    for await (const c of await inner.stream({ log: ["s"] }, { streamMode: ["updates", "custom"], subgraphs: true })) seen.push(JSON.stringify([short(c[0]), ...c.slice(1)]));
    return { log: seen };
  })
  .addNode("passes", async (s, config) => ({ log: (await inner.invoke({ log: ["p"] }, config)).log }))
  .addEdge(START, "invokes").addEdge("invokes", "streams").addEdge("streams", "passes")
  .compile({ checkpointer: new MemorySaver() });
for await (const [ns, mode, c] of await graph.stream({ log: [] }, { streamMode: ["values", "updates", "custom"], subgraphs: true, configurable: { thread_id: "1" } })) console.log(JSON.stringify([short(ns), mode, c]));
console.log("-- without subgraphs");
for await (const [mode, c] of await graph.stream({ log: [] }, { streamMode: ["values", "updates", "custom"], configurable: { thread_id: "2" } })) console.log(JSON.stringify([mode, c]));
