// Pins: what a slow node writes comes while it runs, also when another node of the superstep has ended; with and without a checkpointer
import { StateGraph, Annotation, START, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
let go;
const builder = new StateGraph(State)
  .addNode("quick", () => ({ log: ["quick"] }))
  .addNode("slow", async (s, c) => { for (const i of [1, 2, 3]) { c.writer(i); await new Promise((r) => { go = r; }); } return { log: ["slow"] }; })
  .addEdge(START, "quick").addEdge(START, "slow");
for (const checkpointer of [undefined, new MemorySaver()]) {
  const graph = builder.compile({ checkpointer });
  for await (const [mode, c] of await graph.stream({ log: [] }, { streamMode: ["custom", "updates"], configurable: { thread_id: "1" } })) {
    console.log(mode, JSON.stringify(c));
    if (mode === "custom") setTimeout(() => go(), 1);
  }
}
