// Pins: updateState after nodes that ran side by side is ambiguous without asNode
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const g = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: ["a"] })).addNode("b", () => ({ log: ["b"] })).addNode("c", () => ({ log: ["c"] }))
  .addEdge(START, "a").addEdge(START, "b").addEdge("a", "c").addEdge("b", "c")
  .compile({ checkpointer: new MemorySaver(), interruptBefore: ["c"] });
const config = { configurable: { thread_id: "t" } };
await g.invoke({ log: [] }, config);
await g.updateState(config, { log: ["u"] }).catch((e) => console.log(e.name, e.message));
await g.updateState(config, { log: ["u"] }, "a");
console.log((await g.getState(config)).next, (await g.getState(config)).values);
console.log(await g.invoke(null, config));
await g.updateState(config, { log: ["v"] });
console.log((await g.getState(config)).next, (await g.getState(config)).values);
