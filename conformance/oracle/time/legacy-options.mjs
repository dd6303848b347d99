// Pins: checkpointDuring, durability and their errors
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const saver = new MemorySaver();
const g = new StateGraph(Annotation.Root({ n: Annotation() })).addNode("a", () => ({ n: 1 })).addNode("b", () => ({ n: 2 })).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: saver });
for (const options of [{ checkpointDuring: true }, { checkpointDuring: false }, { durability: "exit" }, { durability: "sync", checkpointDuring: true }, {}]) {
  const config = { configurable: { thread_id: JSON.stringify(options) }, ...options };
  await g.invoke({ n: 0 }, config).catch((e) => console.log(e.message));
  let n = 0; for await (const s of g.getStateHistory(config)) n++;
  console.log(JSON.stringify(options), n);
}
