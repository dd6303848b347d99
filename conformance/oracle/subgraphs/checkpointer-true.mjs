// Pins: a graph compiled with checkpointer: true remembers from call to call, others start anew
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), own: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) });
for (const checkpointer of [true, undefined, false]) {
  const inner = new StateGraph(State).addNode("count", ({ own }) => ({ own: 1, log: [`own ${own}`] })).addEdge(START, "count").compile({ checkpointer });
  const g = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) })).addNode("sub", inner).addEdge(START, "sub").compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t" } };
  await g.invoke({ log: ["1"] }, config);
  await g.invoke({ log: ["2"] }, config);
  console.log(checkpointer, (await g.invoke({ log: ["3"] }, config)).log.filter((x) => x.startsWith("own")));
  const s = await g.getState({ configurable: { thread_id: "t", checkpoint_ns: "sub" } });
  console.log(s.values, s.metadata?.step);
}
const root = new StateGraph(State).addNode("a", () => ({})).addEdge(START, "a").compile({ checkpointer: true });
await root.invoke({ log: [] }).catch((e) => console.log(e.name, e.message));
await root.invoke({ log: [] }, { configurable: { thread_id: "t" } }).catch((e) => console.log(e.name, e.message));
