// Pins: invoking with an old checkpoint runs what came after it again, in a fork
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

let calls = [];
const node = (name) => (s) => {
  calls.push(name);
  return { log: [name + s.log.length] };
};
const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", node("a"))
  .addNode("b", node("b"))
  .addNode("c", node("c"))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .addEdge("b", "c")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({ log: ["in"] }, config);
const history = [];
for await (const s of graph.getStateHistory(config)) history.push(s);
const beforeB = history.find((s) => s.next[0] === "b");
calls = [];
console.log(await graph.invoke(null, beforeB.config), calls);
const after = [];
for await (const s of graph.getStateHistory(config)) after.push([s.metadata.step, s.metadata.source, s.next.join(), s.values.log.join(" ")]);
console.log(after);
calls = [];
console.log(await graph.invoke(null, history[0].config), calls);
console.log(await graph.invoke({ log: ["new"] }, beforeB.config), calls);
for await (const chunk of await graph.stream(null, { ...beforeB.config, streamMode: "values" })) console.log(chunk);
try {
  await graph.invoke(null, { configurable: { thread_id: "1", checkpoint_id: "00000000-0000-0000-0000-000000000000" } });
} catch (e) {
  console.log(e.name, e.message);
}
