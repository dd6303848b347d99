// Pins: streamEvents v2 of a graph with nodes, a branch and a subgraph: order, names, parents, metadata, data
import { StateGraph, Annotation, START, END, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const sub = new StateGraph(State).addNode("inner", () => ({ log: ["inner"] })).addEdge(START, "inner").compile({ name: "Sub" });
function route(s) { return s.log.length > 1 ? "b" : END; }
const graph = new StateGraph(State)
  .addNode("a", async () => ({ log: ["a"] })).addNode("b", () => ({ log: ["b"] }), { metadata: { kind: "b" } }).addNode("sub", sub)
  .addEdge(START, "a").addConditionalEdges("a", route).addEdge("b", "sub")
  .compile({ checkpointer: new MemorySaver() });
const ids = new Map(); const id = (x) => { if (!ids.has(x)) ids.set(x, ids.size); return ids.get(x); };
for await (const e of graph.streamEvents({ log: ["in"] }, { version: "v2", configurable: { thread_id: "1" }, tags: ["mine"], metadata: { who: "me" } })) {
  console.log(JSON.stringify({ ...e, run_id: id(e.run_id) }));
}
