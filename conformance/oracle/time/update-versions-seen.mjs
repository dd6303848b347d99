// Pins: what a checkpoint says its nodes have seen, and the versions of its channels, when it is an update of the state
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ a: Annotation({ reducer: (x, y) => x + y, default: () => 0 }) });
const saver = new MemorySaver();
const graph = new StateGraph(State).addNode("one", () => ({ a: 1 })).addNode("two", () => ({ a: 10 }))
  .addEdge(START, "one").addEdge("one", "two").compile({ checkpointer: saver, interruptBefore: ["two"] });
const config = { configurable: { thread_id: "1" } };
const sorted = (o) => Object.fromEntries(Object.entries(o).sort(([a], [b]) => a < b ? -1 : 1));
const show = async (label) => {
  const { checkpoint } = await saver.getTuple(config);
  console.log(label, sorted(checkpoint.versions_seen), sorted(checkpoint.channel_versions));
};
await graph.invoke({ a: 0 }, config);
await show("paused");
await graph.updateState(config, { a: 5 });
await show("update");
await graph.updateState(config, { a: 5 }, "two");
await show("as two");
await graph.updateState(config, { a: 7 }, "__start__");
await show("as __start__");
await graph.invoke(null, config);
await show("run");
