// Pins: a deferred node behind a branch that waits for an answer
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const graph = new StateGraph(State)
  .addNode("fast", () => ({ log: ["fast"] }))
  .addNode("asks", () => ({ log: [interrupt("?")] }))
  .addNode("more", () => ({ log: ["more"] }))
  .addNode("last", ({ log }) => ({ log: [`last after ${log}`] }), { defer: true })
  .addEdge(START, "fast")
  .addEdge(START, "asks")
  .addEdge("asks", "more")
  .addEdge("fast", "last")
  .addEdge("more", "last")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({ n: 1 }, config);
console.log((await graph.getState(config)).next);
console.log((await graph.invoke(new Command({ resume: "yes" }), config)).log);
for await (const s of graph.getStateHistory(config)) console.log(s.metadata.step, s.next, s.values.log);
