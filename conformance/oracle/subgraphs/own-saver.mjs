// Pins: an inner graph with a saver of its own, and one that is called with a thread of its own
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation() });
const innerSaver = new MemorySaver();
const inner = new StateGraph(State).addNode("ask", ({ n }) => ({ n: n + interrupt("more?") })).addEdge(START, "ask").compile({ checkpointer: innerSaver });
const outerSaver = new MemorySaver();
const g = new StateGraph(State).addNode("sub", inner).addEdge(START, "sub").compile({ checkpointer: outerSaver });
const config = { configurable: { thread_id: "t" } };
const count = async (saver) => { const ns = {}; for await (const t of saver.list({ configurable: { thread_id: "t" } })) { const k = t.config.configurable.checkpoint_ns.split(":")[0]; ns[k] = (ns[k] ?? 0) + 1; } return JSON.stringify(ns); };
console.log((await g.invoke({ n: 1 }, config)).__interrupt__.map((i) => i.value));
console.log(await count(outerSaver), await count(innerSaver));
console.log(await g.invoke(new Command({ resume: 10 }), config));
console.log((await inner.getState(config)).values);
const none = new StateGraph(State).addNode("ask", () => ({ n: interrupt("?") })).addEdge(START, "ask").compile({ checkpointer: false });
const h = new StateGraph(State).addNode("sub", none).addEdge(START, "sub").compile({ checkpointer: new MemorySaver() });
await h.invoke({ n: 1 }, config).then((v) => console.log(JSON.stringify(v.__interrupt__?.map((i) => i.value))), (e) => console.log(e.name, e.message));
