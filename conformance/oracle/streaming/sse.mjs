// Pins: encoding text/event-stream
import { StateGraph, Annotation, START, END, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation() });
const sub = new StateGraph(State).addNode("x", (s) => ({ n: s.n + 1 })).addEdge(START, "x").compile();
const graph = new StateGraph(State).addNode("a", (s) => ({ n: s.n + 1 })).addNode("sub", sub).addEdge(START, "a").addEdge("a", "sub").compile({ checkpointer: new MemorySaver() });
const dec = new TextDecoder();
for (const [i, o] of [{ streamMode: "updates" }, { streamMode: ["values", "updates"], subgraphs: true }, { streamMode: ["debug", "checkpoints"] }].entries()) {
  console.log("--", JSON.stringify(o));
  const s = await graph.stream({ n: 1 }, { ...o, encoding: "text/event-stream", configurable: { thread_id: "t" + i } });
  for await (const c of s) { console.log(c instanceof Uint8Array); console.log(dec.decode(c)); }
}
const bad = new StateGraph(State).addNode("a", () => { throw new TypeError("boom"); }).addEdge(START, "a").compile();
for await (const c of await bad.stream({ n: 1 }, { encoding: "text/event-stream", streamMode: "values" })) console.log(dec.decode(c));
