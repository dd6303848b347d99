// Pins: what is stored of a failed run, by durability
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
for (const durability of ["sync", "async", "exit"]) {
  const saver = new MemorySaver();
  const g = new StateGraph(List).addNode("a", () => ({ l: ["a"] })).addNode("b", () => {
    throw new Error("b");
  }).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: saver });
  await g.invoke({ l: [] }, { ...cfg("d"), durability }).catch((e) => console.log(e.message));
  const all = await chunks(g.getStateHistory(cfg("d")));
  console.log(durability, all.length, all.map((s) => [s.metadata.step, s.next.join()]));
}
