// Pins: questions three graphs deep are answered one by one, and seen in the state of each graph
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const leaf = new StateGraph(List)
  .addNode("x", () => ({ l: [interrupt("leaf 1") + interrupt("leaf 2")] }))
  .addEdge(START, "x")
  .compile();
const mid = new StateGraph(List)
  .addNode("leaf", leaf)
  .addNode("m", () => ({ l: ["m"] }))
  .addEdge(START, "leaf")
  .addEdge("leaf", "m")
  .compile();
const g = new StateGraph(List)
  .addNode("mid", mid)
  .addNode("end", (s) => ({ n: s.l.length }))
  .addEdge(START, "mid")
  .addEdge("mid", "end")
  .compile({ checkpointer: new MemorySaver() });
for (const c of [{ l: ["in"] }, new Command({ resume: "a" }), new Command({ resume: "b" })]) {
  const r = await g.invoke(c, cfg("1"));
  console.log(r.l, r.n, r.__interrupt__?.map((i) => i.value));
  const s = await g.getState(cfg("1"), { subgraphs: true });
  console.log(s.next, s.tasks[0]?.state?.next, s.tasks[0]?.state?.tasks?.[0]?.state?.values);
}
