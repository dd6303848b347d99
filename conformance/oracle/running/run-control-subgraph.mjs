// Pins: a drain that is asked for inside of a subgraph
import { Annotation, MemorySaver, RunControl, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const inner = new StateGraph(State)
  .addNode("x", (_, config) => { if (config.configurable.stop) config.control.requestDrain("inner"); return { log: ["x"] }; })
  .addNode("y", () => ({ log: ["y"] }))
  .addEdge(START, "x")
  .addEdge("x", "y")
  .compile();
const outer = new StateGraph(State)
  .addNode("inner", async (s, config) => ({ log: (await inner.invoke({ n: s.n }, config)).log }))
  .addNode("after", () => ({ log: ["after"] }))
  .addEdge(START, "inner")
  .addEdge("inner", "after")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1", stop: true } };
try {
  console.log(await outer.invoke({ n: 1 }, { ...config, control: new RunControl() }));
} catch (e) {
  console.log(e.name, e.message);
}
console.log((await outer.getState(config)).next);
console.log((await outer.invoke(null, { configurable: { thread_id: "1" } })).log);
