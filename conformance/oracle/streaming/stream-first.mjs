// Pins: stream() itself fails for what fails before the first chunk; later errors reach the reader
import { StateGraph, Annotation, START, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ x: Annotation() });
const graph = new StateGraph(State).addNode("a", () => ({ x: 1 })).addEdge(START, "a").compile({ checkpointer: new MemorySaver() });
const t = { configurable: { thread_id: "1" } };
const first = async (title, f) => { try { const s = await f(); console.log(title, "stream"); for await (const c of s) console.log(c); } catch (e) { console.log(title, e.name, e.message); } };
await first("empty", () => graph.stream({}, t));
await first("null on a new thread", () => graph.stream(null, t));
await first("limit", () => graph.stream({ x: 0 }, { ...t, recursionLimit: 0 }));
await first("string", () => graph.stream("x", t));
await first("durability", () => graph.stream({ x: 0 }, { ...t, durability: "exit", checkpointDuring: true }));
await first("unknown key", () => graph.stream({ x: 0 }, { ...t, outputKeys: "zip" }));
const loop = new StateGraph(State).addNode("a", (s) => ({ x: s.x + 1 })).addEdge(START, "a").addEdge("a", "a").compile();
await first("endless", () => loop.stream({ x: 0 }, { recursionLimit: 2 }));
