// Pins: questions of parallel nodes are answered one at a time, by their ids
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const g = new StateGraph(List)
  .addNode("a", () => ({ l: ["a " + interrupt("a?")] }))
  .addNode("b", () => ({ l: ["b " + interrupt("b?")] }))
  .addNode("c", () => ({ l: ["c"] }))
  .addEdge(START, "a")
  .addEdge(START, "b")
  .addEdge(START, "c")
  .compile({ checkpointer: new MemorySaver() });
const r = await g.invoke({}, cfg("1"));
console.log(r.l, r.__interrupt__.map((i) => i.value));
const one = await g.invoke(new Command({ resume: { [r.__interrupt__[1].id]: "B" } }), cfg("1"));
console.log(one.l, one.__interrupt__?.map((i) => i.value));
console.log((await g.invoke(new Command({ resume: { [r.__interrupt__[0].id]: "A" } }), cfg("1"))).l);
