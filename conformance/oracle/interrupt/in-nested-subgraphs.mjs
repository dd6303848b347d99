// Pins: a question two subgraphs down; state with subgraphs; answered from the top
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State).addNode("ask", () => ({ log: [interrupt("deep?")] })).addEdge(START, "ask").compile();
const middle = new StateGraph(State).addNode("m", () => ({ log: ["m"] })).addNode("inner", inner).addEdge(START, "m").addEdge("m", "inner").compile();
const outer = new StateGraph(State).addNode("middle", middle).addNode("z", () => ({ log: ["z"] })).addEdge(START, "middle").addEdge("middle", "z").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
for await (const [ns, chunk] of await outer.stream({}, { ...config, subgraphs: true })) console.log(ns.map((p) => p.split(":")[0]), chunk);
const shallow = await outer.getState(config);
console.log(shallow.next, shallow.tasks.map((t) => [t.name, t.interrupts.map((i) => i.value), Object.keys(t.state.configurable)]));
const deep = await outer.getState(config, { subgraphs: true });
const show = (s, indent = "") => {
  console.log(indent, s.next, s.values, s.config.configurable.checkpoint_ns.split("|").map((p) => p.split(":")[0]));
  for (const t of s.tasks) {
    console.log(indent, t.name, t.interrupts.map((i) => i.value));
    if (t.state) show(t.state, indent + "  ");
  }
};
show(deep);
console.log(await outer.invoke(new Command({ resume: "answer" }), config));
