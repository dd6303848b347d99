// Pins: several streams of one graph at once do not mix
import { StateGraph, Annotation, START, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = new StateGraph(State).addNode("a", async (s, c) => { c.writer(s.log[0] + " a"); await new Promise((r) => setTimeout(r, 2)); return { log: ["a"] }; }).addNode("b", async (s, c) => { c.writer(s.log[0] + " b"); await null; return { log: ["b"] }; }).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new MemorySaver() });
const read = async (id, streamMode) => { const out = []; for await (const c of await graph.stream({ log: [id] }, { streamMode, configurable: { thread_id: id } })) out.push(JSON.stringify(c)); return out; };
for (const l of await Promise.all([read("1", "custom"), read("2", ["updates", "custom"]), read("3", "values"), read("4", "tasks").then((l) => l.map((x) => x.replace(/"id":"[^"]*"/, "")))])) console.log(l);
const s = await Promise.all([graph.stream({ log: ["x"] }, { configurable: { thread_id: "x" } }), graph.stream({ log: ["y"] }, { configurable: { thread_id: "y" } })]);
for (let i = 0; i < 3; i++) console.log((await Promise.all(s.map((x) => x.next()))).map((r) => JSON.stringify(r)));
