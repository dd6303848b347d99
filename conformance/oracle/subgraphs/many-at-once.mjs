// Pins: one subgraph used by several nodes, by Sends, and called twice in one node
import { Annotation, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";

const child = new StateGraph(Annotation.Root({ x: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("c", (s) => ({ log: ["c" + s.x] }))
  .addEdge(START, "c")
  .compile();
const State = Annotation.Root({ x: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const attempt = async (name, graph) => {
  try {
    console.log(name, await graph.invoke({ x: 0 }, { configurable: { thread_id: "1" } }));
  } catch (e) {
    console.log(name, "=>", e.name, e.message);
  }
};
for (const options of [{}, { checkpointer: new MemorySaver() }]) {
  await attempt("two nodes", new StateGraph(State).addNode("one", child).addNode("two", child).addEdge(START, "one").addEdge(START, "two").compile(options));
  await attempt("sends", new StateGraph(State).addNode("one", child).addConditionalEdges(START, () => [1, 2, 3].map((x) => new Send("one", { x })), ["one"]).compile(options));
  await attempt("twice in a node", new StateGraph(State).addNode("n", async () => {
    const a = await child.invoke({ x: 1 });
    const b = await child.invoke({ x: 2 });
    return { log: [...a.log, ...b.log] };
  }).addEdge(START, "n").compile(options));
  await attempt("at once in a node", new StateGraph(State).addNode("n", async () => {
    const all = await Promise.all([1, 2, 3].map((x) => child.invoke({ x })));
    return { log: all.flatMap((s) => s.log) };
  }).addEdge(START, "n").compile(options));
}
