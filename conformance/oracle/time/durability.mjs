// Pins: what checkpoints there are with each durability
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("a", () => ({ n: 1 }))
  .addNode("b", () => ({ n: 2 }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
for (const options of [{}, { durability: "sync" }, { durability: "async" }, { durability: "exit" }, { checkpointDuring: false }, { checkpointDuring: true }]) {
  const config = { configurable: { thread_id: JSON.stringify(options) } };
  await graph.invoke({ n: 0 }, { ...config, ...options });
  const list = [];
  for await (const s of graph.getStateHistory(config)) list.push([s.metadata.step, s.metadata.source, s.values.n, s.parentConfig !== undefined]);
  console.log(options, list);
}
try {
  await graph.invoke({ n: 0 }, { configurable: { thread_id: "x" }, durability: "exit", checkpointDuring: true });
} catch (e) {
  console.log(e.name, e.message);
}
