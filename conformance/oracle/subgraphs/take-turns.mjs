// Pins: graphs beside each other take turns, a superstep each: in nodes, as nodes, by Send, in Promise.all
import { StateGraph, Annotation, START, Send, END } from "@langchain/langgraph";
const S = Annotation.Root({ o: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), k: Annotation({ reducer: (a, b) => b, default: () => "" }) });
const log = [];
const chain = (n, async) => { let g = new StateGraph(S); let last = START; for (let i = 0; i < n; i++) { const name = "n" + i; g = g.addNode(name, async ? async (s) => { log.push(s.k + name); await null; return {}; } : (s) => { log.push(s.k + name); return {}; }); g = g.addEdge(last, name); last = name; } return g.compile(); };
const three = chain(3, false), threeA = chain(3, true), five = chain(5, false);
const run = async (title, build) => { log.length = 0; await build(); console.log(title, log.join(" ")); };
const par = (...subs) => { let g = new StateGraph(S).addNode("go", () => ({})).addEdge(START, "go"); subs.forEach((sub, i) => { g = g.addNode("p" + i, async (s) => { await sub.invoke({ k: "p" + i }); return {}; }).addEdge("go", "p" + i); }); return g.compile(); };
await run("invoked", () => par(three, three).invoke({ o: [] }));
await run("invoked async", () => par(threeA, threeA).invoke({ o: [] }));
await run("different lengths", () => par(three, five, chain(1, false)).invoke({ o: [] }));
await run("mixed", () => par(three, threeA).invoke({ o: [] }));
const sends = new StateGraph(S).addNode("sub", three).addConditionalEdges(START, () => [new Send("sub", { k: "a" }), new Send("sub", { k: "b" }), new Send("sub", { k: "c" })]).compile();
await run("sends", () => sends.invoke({ o: [] }));
const fn = new StateGraph(S).addNode("sub", three).addNode("plain", (s) => { log.push("plain"); return {}; }).addEdge(START, "sub").addEdge(START, "plain").compile();
await run("beside a function", () => fn.invoke({ o: [], k: "x" }));
const within = new StateGraph(S).addNode("all", async () => { await Promise.all([three.invoke({ k: "a" }), three.invoke({ k: "b" })]); return {}; }).addEdge(START, "all").compile();
await run("Promise.all in a node", () => within.invoke({ o: [] }));
await run("Promise.all outside", () => Promise.all([three.invoke({ k: "a" }), three.invoke({ k: "b" })]));
