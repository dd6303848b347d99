// Pins: threads persist their states: history, next nodes and results of tasks, threads beside each other
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const g = new StateGraph(List)
  .addNode("a", () => ({ l: ["a"] }))
  .addNode("b", (s) => ({ l: ["b"], n: s.l.length }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
await g.invoke({ l: ["in"] }, cfg("1"));
await g.invoke({ l: ["again"] }, cfg("1"));
await g.invoke({}, cfg("2"));
for await (const s of g.getStateHistory(cfg("1"))) console.log(s.metadata.step, s.metadata.source, s.next, s.values, s.tasks.map((t) => [t.name, t.result]));
console.log((await g.getState(cfg("2"))).values, (await g.getState(cfg("3"))).values, (await g.getState(cfg("3"))).next);
