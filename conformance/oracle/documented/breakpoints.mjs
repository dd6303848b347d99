// Pins: breakpoints before and behind all nodes, chunk by chunk
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const mk = (o) => new StateGraph(List)
  .addNode("a", () => ({ l: ["a"] }))
  .addNode("b", () => ({ l: ["b"] }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver(), ...o });
for (const o of [{ interruptBefore: "*" }, { interruptAfter: ["a"] }, { interruptAfter: "*" }]) {
  const g = mk(o);
  console.log(JSON.stringify(o));
  for (const input of [{ l: ["in"] }, null, null]) console.log(await chunks(g.stream(input, { ...cfg("1"), streamMode: ["updates", "values"] })).catch((e) => e.message), (await g.getState(cfg("1"))).next);
}
console.log(await mk({}).invoke({}, { ...cfg("2"), interruptBefore: ["b"] }));
