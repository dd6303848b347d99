// Pins: debug chunks of a run that fails
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const g = new StateGraph(List).addNode("a", () => ({ l: ["a"], n: 1 })).addNode("b", () => {
  throw new Error("x");
}).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new MemorySaver() });
const seen = [];
try {
  for await (const c of await g.stream({}, { ...cfg("1"), streamMode: "debug" })) seen.push(c);
} catch (e) {
  console.log(e.message);
}
for (const c of seen) console.log(c.type, c.step, c.payload.name ?? c.payload.metadata.source, JSON.stringify(c.payload.result ?? c.payload.values ?? c.payload.input));
