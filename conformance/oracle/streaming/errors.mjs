// Pins: chunks before a run fails, and what the reader gets
import { StateGraph, Annotation, START, END, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("a", () => ({ log: ["a"] }))
  .addNode("bad", () => { throw new RangeError("no"); })
  .addEdge(START, "a").addEdge("a", "bad").addEdge("bad", END)
  .compile({ checkpointer: new MemorySaver() });
for (const streamMode of ["values", "updates", "tasks", "checkpoints", "debug"]) {
  console.log("--", streamMode);
  try {
    for await (const c of await graph.stream({ log: [] }, { streamMode, configurable: { thread_id: streamMode } })) console.log(JSON.stringify(c));
  } catch (e) { console.log("threw", e.name, e.message); }
}
try { await graph.stream({ nope: 1 }, { configurable: { thread_id: "x" } }); } catch (e) { console.log(e.name, e.message); }
try { for await (const c of await graph.stream({ log: [] }, { streamMode: "nonsense", configurable: { thread_id: "y" } })) console.log(c); } catch (e) { console.log(e.name, e.message); }
try { for await (const c of await graph.stream({ log: [] }, { outputKeys: ["zip"], configurable: { thread_id: "y" } })) console.log(c); } catch (e) { console.log(e.name, e.message); }
