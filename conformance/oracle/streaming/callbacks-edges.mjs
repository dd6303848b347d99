// Pins: callbacks of withConfig, of a call, of both; of graphs invoked in nodes; handlers that throw; config.callbacks in a node
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const State = Annotation.Root({ x: Annotation() });
const log = [];
let seen;
const named = (who, more) => ({ handleChainStart: (c, i, id, p, t, m, rt, name) => { log.push(who + " start " + name); }, handleChainEnd: () => { log.push(who + " end"); }, ...more });
const inner = new StateGraph(State).addNode("in", () => ({ x: 2 })).addEdge(START, "in").compile({ name: "Inner" });
const graph = new StateGraph(State).addNode("a", async (s, config) => {
  seen = typeof config.callbacks?.getParentRunId?.();
  await inner.invoke({ x: 1 });
  await inner.invoke({ x: 1 }, { ...config, runName: "Renamed" });
  await inner.invoke({ x: 1 }, { callbacks: [named("own")] });
  return { x: 1 };
}).addEdge(START, "a").compile();
const settle = () => new Promise((r) => setTimeout(r, 10));
const show = async (title, f) => { log.length = 0; try { await f(); } catch (e) { log.push("threw " + e.message); } await settle(); console.log(title, seen, log); };
await show("none", () => graph.invoke({ x: 0 }));
await show("call", () => graph.invoke({ x: 0 }, { callbacks: [named("call")] }));
await show("withConfig and call", () => graph.withConfig({ callbacks: [named("bound")], runName: "Bound" }).invoke({ x: 0 }, { callbacks: [named("call")] }));
const simple = new StateGraph(State).addNode("a", () => ({ x: 1 })).addEdge(START, "a").compile();
await show("raiseError", () => simple.invoke({ x: 0 }, { callbacks: [{ name: "r", awaitHandlers: true, raiseError: true, handleChainStart() { throw new Error("from handler"); } }] }));
const order = [];
await show("awaited", async () => { await simple.invoke({ x: 0 }, { callbacks: [{ name: "w", awaitHandlers: true, async handleChainStart(c, i, id, p, t, m, rt, name) { await settle(); log.push("slow start " + name); }, async handleChainEnd() { await settle(); log.push("slow end"); } }] }); log.push("invoked"); });
await show("stream", async () => { for await (const c of await simple.stream({ x: 0 }, { callbacks: [named("s")] })) log.push(JSON.stringify(c)); });
await show("batch", () => simple.batch([{ x: 0 }, { x: 1 }], { callbacks: [named("b")] }));
