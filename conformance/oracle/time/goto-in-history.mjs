// Pins: a later goto adds no task to the states of the history; its update shows in their values
import { StateGraph, Annotation, START, END, MemorySaver, Send, Command, interrupt } from "@langchain/langgraph";
const S = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const g = new StateGraph(S).addNode("a", () => { interrupt("q"); return {}; }, { ends: ["b", "c"] }).addNode("b", () => ({ log: ["b"] })).addNode("c", () => ({ log: ["c"] })).addEdge(START, "a").addEdge("a", END).compile({ checkpointer: new MemorySaver() });
const cfg = { configurable: { thread_id: "1" } };
await g.invoke({ log: ["in"] }, cfg);
await g.invoke(new Command({ resume: "x" }), cfg);
await g.invoke(new Command({ goto: "b", update: { log: ["G"] } }), cfg);
for await (const h of g.getStateHistory(cfg)) console.log(h.metadata.source, h.metadata.step, h.next.join(), JSON.stringify(h.values));
