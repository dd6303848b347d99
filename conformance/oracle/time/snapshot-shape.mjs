// Pins: every field of a snapshot and of its config, along the history
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("a", ({ n }) => ({ n: n + 1 }))
  .addNode("b", () => {})
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t", own: "x" }, tags: ["tag"], metadata: { who: "me" } };
await graph.invoke({ n: 1 }, config);
for await (const s of graph.getStateHistory(config)) console.log(s);
console.log(await graph.getState({ configurable: { thread_id: "unknown" } }));
