// Pins: chunks around updateState and a fork
import { StateGraph, Annotation, START, END, MemorySaver } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = new StateGraph(State).addNode("a", () => ({ log: ["a"] })).addNode("b", () => ({ log: ["b"] })).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new MemorySaver(), interruptBefore: ["b"] });
const o = { streamMode: ["values", "updates", "tasks", "checkpoints"], configurable: { thread_id: "1" } };
for await (const c of await graph.stream({ log: ["in"] }, o)) console.log(JSON.stringify(c));
await graph.updateState(o, { log: ["edit"] });
console.log("--");
for await (const c of await graph.stream(null, o)) console.log(JSON.stringify(c));
const all = []; for await (const s of graph.getStateHistory(o)) all.push(s);
console.log("-- replay", all.length);
const first = all.find((s) => s.next[0] === "a");
for await (const c of await graph.stream(null, { ...o, ...first.config })) console.log(JSON.stringify(c));
