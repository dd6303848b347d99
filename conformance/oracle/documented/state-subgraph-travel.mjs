// Pins: the state of a waiting graph inside is edited before the answer
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const sub = new StateGraph(List)
  .addNode("s1", () => ({ l: ["s1"] }))
  .addNode("s2", () => ({ l: ["s2 " + interrupt("s2?")] }))
  .addEdge(START, "s1")
  .addEdge("s1", "s2")
  .compile();
const g = new StateGraph(List)
  .addNode("p", () => ({ l: ["p"] }))
  .addNode("sub", sub)
  .addEdge(START, "p")
  .addEdge("p", "sub")
  .compile({ checkpointer: new MemorySaver() });
await g.invoke({}, cfg("1"));
const s = await g.getState(cfg("1"), { subgraphs: true });
const inner = s.tasks[0].state;
console.log(inner.values, inner.next, inner.config.configurable.checkpoint_ns.split(":")[0]);
await g.updateState(inner.config, { l: ["edited"] });
console.log((await g.getState(cfg("1"), { subgraphs: true })).tasks[0].state.values);
console.log(await g.invoke(new Command({ resume: "yes" }), cfg("1")));
