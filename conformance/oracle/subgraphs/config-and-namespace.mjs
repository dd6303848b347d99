// Pins: what a node of a subgraph sees of configurable, metadata, checkpoint_ns
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const look = (where) => (_, config) => {
  const ns = (config.configurable.checkpoint_ns ?? "none").split("|").map((p) => p.split(":")[0]);
  console.log(where, ns, config.configurable.user, config.configurable.thread_id, config.metadata.langgraph_node, config.metadata.langgraph_step, (config.metadata.langgraph_checkpoint_ns ?? "").split("|").length, config.tags);
};
const State = Annotation.Root({ v: Annotation() });
const child = new StateGraph(State).addNode("inner", look("inner")).addEdge(START, "inner").compile();
const parent = new StateGraph(State).addNode("outer", look("outer")).addNode("child", child).addNode("call", async (s, config) => {
  look("call")(s, config);
  await child.invoke(s);
  await child.invoke(s, { tags: ["explicit"], configurable: { user: "other" } });
  await child.invoke(s, config);
}).addEdge(START, "outer").addEdge("outer", "child").addEdge("child", "call").compile({ checkpointer: new MemorySaver() });
await parent.invoke({ v: 1 }, { configurable: { thread_id: "t", user: "u" }, tags: ["top"] });
