// Pins: chunks of parallel branches of different lengths and a join, when nodes end in another order than they start
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const gates = {};
const gate = (n) => (gates[n] ??= (() => { let open; const p = new Promise((r) => { open = r; }); return { p, open }; })());
const node = (n, waits, opens) => async () => { if (waits) await gate(waits).p; await new Promise((r) => setTimeout(r, 1)); if (opens) gate(opens).open(); return { log: [n] }; };
const graph = new StateGraph(State)
  .addNode("a", node("a", "ga")).addNode("b", node("b", "gb", "ga")).addNode("c", node("c", undefined, "gb")).addNode("c2", node("c2")).addNode("join", node("join"))
  .addEdge(START, "a").addEdge(START, "b").addEdge(START, "c").addEdge("c", "c2").addEdge(["a", "b", "c2"], "join").compile();
for await (const c of await graph.stream({ log: [] }, { streamMode: ["updates", "values", "tasks"] })) console.log(JSON.stringify(c, (k, v) => k === "id" ? undefined : v));
