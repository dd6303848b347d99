// Pins: Command.PARENT from a graph in a graph goes one up; streamed updates show where it was
import { Annotation, Command, MemorySaver, START, END, StateGraph } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const deep = new StateGraph(State).addNode("d", () => new Command({ graph: Command.PARENT, update: { log: ["from d"] }, goto: "m2" }), { ends: [END] }).addEdge(START, "d").compile();
const mid = new StateGraph(State).addNode("deep", deep, { ends: ["m2"] }).addNode("m1", () => ({ log: ["m1"] }))
  .addNode("m2", () => new Command({ graph: Command.PARENT, update: { log: ["from m2"] }, goto: "two" }), { ends: [END] }).addEdge(START, "deep").addEdge("deep", "m1").compile();
const g = new StateGraph(State).addNode("mid", mid, { ends: ["two"] }).addNode("one", () => ({ log: ["one"] })).addNode("two", () => ({ log: ["two"] }))
  .addEdge(START, "mid").addEdge("mid", "one").compile({ checkpointer: new MemorySaver() });
console.log(await g.invoke({ log: [] }, { configurable: { thread_id: "t" } }));
for await (const [ns, c] of await g.stream({ log: [] }, { configurable: { thread_id: "u" }, streamMode: "updates", subgraphs: true })) console.log(ns.map((p) => p.split(":")[0]).join("|"), JSON.stringify(c));
