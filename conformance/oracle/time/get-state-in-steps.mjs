// Pins: getState between the steps of a stream and after it was left
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const g = new StateGraph(Annotation.Root({ n: Annotation() })).addNode("a", async () => ({ n: 1 })).addNode("b", async () => ({ n: 2 })).addNode("c", async () => ({ n: 3 }))
  .addEdge(START, "a").addEdge("a", "b").addEdge("b", "c").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
await g.invoke({ n: 0 }, { ...config, interruptBefore: ["b"] });
for (let i = 0; i < 2; i++) {
  const s = await g.getState(config);
  console.log(s.values, s.next, s.metadata.step);
  await g.invoke(null, { ...config, interruptBefore: ["c"] });
}
console.log((await g.getState(config)).next, (await g.getState({ ...config, configurable: { ...config.configurable, checkpoint_ns: "" } })).values);
