// Pins: time travel: a replay, a fork with other values, and a state set as if a node had
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const chunks = async (s) => {
  const all2 = [];
  for await (const c of await s) all2.push(c);
  return all2;
};
let calls = 0;
const g = new StateGraph(List)
  .addNode("a", () => ({ l: ["a" + ++calls] }))
  .addNode("b", (s) => ({ l: ["b after " + s.l.at(-1)] }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
await g.invoke({ l: ["in"] }, cfg("t"));
const all = await chunks(g.getStateHistory(cfg("t")));
const before = all.find((s) => s.next[0] === "b");
console.log(await g.invoke(null, before.config));
const forked = await g.updateState(before.config, { l: ["edited"] });
console.log(await g.invoke(null, forked), calls);
console.log((await chunks(g.getStateHistory(cfg("t")))).map((s) => [s.metadata.source, s.metadata.step, s.next.join()]));
const asNode = await g.updateState(cfg("t"), { l: ["as a"] }, "a");
console.log((await g.getState(asNode)).next, await g.invoke(null, asNode));
