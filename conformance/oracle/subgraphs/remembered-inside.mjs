// Pins: a graph with checkpointer true inside of one with false remembers its state between runs
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
for (const remembers of [undefined, true]) {
  const deep = new StateGraph(State)
    .addNode("count", ({ log }) => ({ log: [`${log.length}`] }))
    .addEdge(START, "count")
    .compile({ checkpointer: remembers });
  const middle = new StateGraph(State).addNode("deep", deep).addEdge(START, "deep").compile({ checkpointer: false });
  const graph = new StateGraph(State).addNode("middle", middle).addEdge(START, "middle").compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t" } };
  for (const word of ["one", "two", "three"]) console.log((await graph.invoke({ log: [word] }, config)).log.join(" "));
}
