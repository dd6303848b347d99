// Pins: streams of a run with a slow checkpointer written in JavaScript
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
class Slow extends MemorySaver { async put(...a) { await new Promise((r) => setTimeout(r, 3)); return super.put(...a); } }
const g = new StateGraph(Annotation.Root({ n: Annotation() })).addNode("a", () => ({ n: 1 })).addNode("b", async (_, c) => { c.writer("w"); return { n: 2 }; }).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new Slow() });
for (const durability of ["sync", "async", "exit"]) {
  const chunks = [];
  for await (const c of await g.stream({ n: 0 }, { configurable: { thread_id: durability }, durability, streamMode: ["values", "updates", "custom"] })) chunks.push(c);
  console.log(durability, JSON.stringify(chunks), (await g.getState({ configurable: { thread_id: durability } })).values);
}
