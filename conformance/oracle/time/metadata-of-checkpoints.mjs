// Pins: what goes into the metadata of checkpoints: config metadata, configurable, tags
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ n: Annotation() })).addNode("a", (_, config) => {
  console.log("node", Object.keys(config.configurable).filter((k) => !k.startsWith("__")).sort(), config.metadata.user, config.tags);
  return { n: 1 };
}).addEdge(START, "a").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1", user_id: "u", number: 5, object: { a: 1 }, __private: "p" }, metadata: { user: "x", nested: { a: [1] } }, tags: ["t1"], runName: "named" };
await graph.invoke({ n: 0 }, config);
for await (const s of graph.getStateHistory({ configurable: { thread_id: "1" } })) console.log(s.metadata, s.config.configurable);
await graph.updateState(config, { n: 3 });
console.log((await graph.getState(config)).metadata);
