// Pins: SqliteSaver.fromConnString(":memory:"): pause, history, threads, deleteThread
import { Annotation, Command, START, StateGraph, interrupt } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

const saver = SqliteSaver.fromConnString(":memory:");
const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: ["a"] }))
  .addNode("ask", () => ({ log: [interrupt({ q: 1 })] }))
  .addEdge(START, "a")
  .addEdge("a", "ask")
  .compile({ checkpointer: saver });
for (const thread_id of ["1", "2"]) {
  const config = { configurable: { thread_id } };
  console.log(await graph.invoke({ log: ["in " + thread_id] }, config));
}
console.log(await graph.invoke(new Command({ resume: "one" }), { configurable: { thread_id: "1" } }));
for await (const s of graph.getStateHistory({ configurable: { thread_id: "1" } }, { limit: 2 })) console.log(s.metadata.step, s.values, s.next);
const tuples = [];
for await (const t of saver.list({ configurable: { thread_id: "2" } }, { limit: 2 })) tuples.push([t.metadata.source, t.metadata.step, t.checkpoint.channel_values.log]);
console.log(tuples);
await saver.deleteThread("2");
console.log((await graph.getState({ configurable: { thread_id: "2" } })).values, (await graph.getState({ configurable: { thread_id: "1" } })).values);
