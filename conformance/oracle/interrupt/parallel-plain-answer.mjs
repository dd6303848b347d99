// Pins: a plain answer with several questions open
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: ["a:" + interrupt("a?")] }))
  .addNode("b", () => ({ log: ["b:" + interrupt("b?")] }))
  .addEdge(START, "a")
  .addEdge(START, "b")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({}, config);
for (const resume of ["one", "two", "three"]) {
  try {
    console.log(await graph.invoke(new Command({ resume }), config));
  } catch (e) {
    console.log(e.name, e.message);
  }
}
