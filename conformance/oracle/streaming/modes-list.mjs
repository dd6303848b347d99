// Pins: several stream modes at once, with subgraphs, to the order of the chunks
import { StateGraph, Annotation, START, END, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const sub = new StateGraph(State).addNode("x", (s, c) => { c.writer("in x"); return { log: ["x"] }; }).addNode("y", () => ({ log: ["y"] })).addEdge(START, "x").addEdge("x", "y").compile();
const graph = new StateGraph(State)
  .addNode("a", (s, c) => { c.writer({ from: "a" }); return { log: ["a"] }; })
  .addNode("sub", sub)
  .addEdge(START, "a").addEdge("a", "sub").addEdge("sub", END)
  .compile({ checkpointer: new MemorySaver() });
const plain = (key, v) => key.startsWith("__pregel") ? undefined : v;
const short = (ns) => ns.map((s) => s.replace(/:.*/, ""));
for await (const [ns, mode, c] of await graph.stream({ log: ["in"] }, { streamMode: ["values", "updates", "custom", "tasks", "checkpoints", "debug"], subgraphs: true, configurable: { thread_id: "1" } }))
  console.log(JSON.stringify([short(ns), mode, c], plain));
console.log("-- no subgraphs");
for await (const [mode, c] of await graph.stream({ log: ["in"] }, { streamMode: ["values", "updates", "custom"], configurable: { thread_id: "2" } }))
  console.log(JSON.stringify([mode, c]));
console.log("-- subgraphs, one mode");
for await (const [ns, c] of await graph.stream({ log: ["in"] }, { streamMode: "updates", subgraphs: true, configurable: { thread_id: "3" } }))
  console.log(JSON.stringify([short(ns), c]));
console.log("-- a list of one");
for await (const c of await graph.stream({ log: ["in"] }, { streamMode: ["updates"], subgraphs: true, configurable: { thread_id: "3" } }))
  console.log(JSON.stringify([short(c[0]), ...c.slice(1)]));
