// Pins: checkpointer true, false and undefined of a subgraph: what it remembers between runs of the parent
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const Child = Annotation.Root({ count: Annotation({ reducer: (a, b) => a + b, default: () => 0 }), seen: Annotation() });
const build = (checkpointer) => {
  const child = new StateGraph(Child).addNode("inc", (s) => ({ count: 1, seen: s.count })).addEdge(START, "inc").compile({ checkpointer });
  return new StateGraph(Annotation.Root({ seen: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
    .addNode("child", child)
    .addNode("after", (s) => ({ log: [s.seen] }))
    .addEdge(START, "child")
    .addEdge("child", "after")
    .compile({ checkpointer: new MemorySaver() });
};
for (const checkpointer of [undefined, false, true]) {
  const graph = build(checkpointer);
  const config = { configurable: { thread_id: "1" } };
  for (let i = 0; i < 3; i++) console.log(checkpointer, (await graph.invoke({}, config)).log);
}
try {
  await new StateGraph(Child).addNode("inc", () => ({ count: 1 })).addEdge(START, "inc").compile({ checkpointer: true }).invoke({}, { configurable: { thread_id: "1" } });
} catch (e) {
  console.log(e.name, e.message);
}
