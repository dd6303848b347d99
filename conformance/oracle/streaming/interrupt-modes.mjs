// Pins: streams of graphs whose subgraph asks: where the question shows, with and without subgraphs, and the resumed run
import { StateGraph, Annotation, START, MemorySaver, interrupt, Command } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const sub = new StateGraph(State).addNode("before", () => ({ log: ["before"] })).addNode("ask", (s, c) => { c.writer("asking"); const a = interrupt("q1"); const b = interrupt("q2"); return { log: [a + b] }; }).addEdge(START, "before").addEdge("before", "ask").compile();
const graph = new StateGraph(State).addNode("sub", sub).addNode("after", () => ({ log: ["after"] })).addEdge(START, "sub").addEdge("sub", "after").compile({ checkpointer: new MemorySaver() });
const short = (ns) => ns.map((n) => n.replace(/:.*/, ""));
const modes = ["values", "updates", "custom", "tasks"];
const strip = (k, v) => k === "id" ? undefined : v;
const o = (id, more) => ({ streamMode: modes, configurable: { thread_id: id }, ...more });
for await (const [ns, mode, c] of await graph.stream({ log: [] }, o("1", { subgraphs: true }))) console.log(JSON.stringify([short(ns), mode, c], strip));
console.log("-- first answer");
for await (const [ns, mode, c] of await graph.stream(new Command({ resume: "A" }), o("1", { subgraphs: true }))) console.log(JSON.stringify([short(ns), mode, c], strip));
console.log("-- second answer");
for await (const [ns, mode, c] of await graph.stream(new Command({ resume: "B" }), o("1", { subgraphs: true }))) console.log(JSON.stringify([short(ns), mode, c], strip));
console.log("-- without subgraphs");
for await (const [mode, c] of await graph.stream({ log: [] }, o("2"))) console.log(JSON.stringify([mode, c], strip));
