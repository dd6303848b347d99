// Pins: every stream mode of a graph with a checkpointer, alone
import { StateGraph, Annotation, START, END, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const graph = new StateGraph(State)
  .addNode("a", (s, c) => { c.writer({ from: "a" }); return { log: ["a"], n: 1 }; })
  .addNode("b", (s) => ({ log: ["b"] }))
  .addEdge(START, "a").addEdge("a", "b").addEdge("b", END)
  .compile({ checkpointer: new MemorySaver() });
let t = 0;
for (const streamMode of ["values", "updates", "custom", "debug", "tasks", "checkpoints", "messages", "tools"]) {
  console.log("==", streamMode);
  for await (const c of await graph.stream({ log: ["in"] }, { streamMode, configurable: { thread_id: "t" + t++ }, metadata: { user: "u" }, tags: ["x"] }))
    console.dir(c, { depth: 10 });
}
