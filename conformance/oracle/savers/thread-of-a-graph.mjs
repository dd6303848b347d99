// Pins: what a graph leaves in its saver: tuples, channel values, versions, pending writes
// Differs: the channel of Sends has no value while it is empty; the library keeps an empty list in every checkpoint
import { Annotation, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const saver = new MemorySaver();
const graph = new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ n: 1, log: ["a"] }))
  .addNode("b", () => ({ n: interrupt("?") }))
  .addNode("c", () => ({ log: ["c"] }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .addEdge("a", "c")
  .compile({ checkpointer: saver });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({ n: 0 }, config);
for await (const t of saver.list(config)) {
  console.log(t.metadata, t.checkpoint.v, Object.keys(t.checkpoint).sort().join());
  console.log(t.checkpoint.channel_values);
  console.log(t.pendingWrites.map(([, channel, value]) => [channel, channel === "__interrupt__" ? value.map?.((i) => i.value) ?? value.value : value]));
}
