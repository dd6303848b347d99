// Pins: chunks in streamEvents follow streamMode and subgraphs; parallel nodes and Sends have runs of their own
import { StateGraph, Annotation, START, Send } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const sub = new StateGraph(State).addNode("x", () => ({ log: ["x"] })).addEdge(START, "x").compile();
const graph = new StateGraph(State).addNode("a", (s, c) => { c.writer("w"); return { log: ["a"] }; }).addNode("work", (s) => ({ log: ["w" + s.i] })).addNode("sub", sub)
  .addEdge(START, "a").addEdge(START, "sub").addConditionalEdges("a", () => [new Send("work", { i: 1 }), new Send("work", { i: 2 })]).compile();
const short = (v) => JSON.stringify(v).replace(/:[0-9a-f-]{36}/g, "");
for (const o of [{ streamMode: "values" }, { streamMode: ["updates", "custom"] }, { streamMode: "updates", subgraphs: true }, { streamMode: "messages" }]) {
  console.log("--", JSON.stringify(o));
  for await (const e of graph.streamEvents({ log: [] }, { version: "v2", ...o })) if (e.event === "on_chain_stream") console.log(e.name, short(e.data.chunk));
}
const count = {};
for await (const e of graph.streamEvents({ log: [] }, { version: "v2" })) count[e.event + " " + e.name] = (count[e.event + " " + e.name] ?? 0) + 1;
console.log(Object.fromEntries(Object.entries(count).sort()));
