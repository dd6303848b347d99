// Pins: each of several Sends asks, and all are answered at once by their ids
import { Annotation, Command, MemorySaver, START, Send, StateGraph, interrupt } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const g = new StateGraph(List)
  .addNode("plan", () => ({}))
  .addNode("w", ({ i }) => ({ l: [`${i} ${interrupt({ i })}`] }))
  .addNode("sum", (s) => ({ n: s.l.length }))
  .addEdge(START, "plan")
  .addConditionalEdges("plan", () => [1, 2, 3].map((i) => new Send("w", { i })))
  .addEdge("w", "sum")
  .compile({ checkpointer: new MemorySaver() });
const r = await g.invoke({}, cfg("1"));
console.log(r.__interrupt__.map((i) => i.value));
const map = Object.fromEntries(r.__interrupt__.map((x) => [x.id, "a" + x.value.i]));
for (const c of await chunks(g.stream(new Command({ resume: map }), { ...cfg("1"), streamMode: "updates" }))) console.log(c);
console.log((await g.getState(cfg("1"))).values);
