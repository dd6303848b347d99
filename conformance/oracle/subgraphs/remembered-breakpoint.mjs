// Pins: a graph that remembers its state runs when the run continues from a breakpoint before it
// Differs: LangGraph.js does not run it then, if it has run before on the thread, and gives its last state
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State).addNode("count", ({ log }) => ({ log: [`${log.length}`] })).addEdge(START, "count").compile({ checkpointer: true });
const graph = new StateGraph(State)
  .addNode("before", () => ({ log: ["before"] }))
  .addNode("inner", async ({ log }) => ({ log: (await inner.invoke({ log: log.slice(-1) })).log.slice(-1) }))
  .addEdge(START, "before").addEdge("before", "inner")
  .compile({ checkpointer: new MemorySaver(), interruptBefore: ["inner"] });
const config = { configurable: { thread_id: "t" } };
for (let i = 0; i < 3; i++) {
  await graph.invoke({ log: ["start"] }, config);
  console.log((await graph.invoke(null, config)).log.join(" "));
}
