// Pins: a Command with update and goto from a node into a graph node; and resume with update for a paused inner graph
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ v: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State).addNode("x", ({ v }) => ({ log: [`x ${v} ${interrupt(`v=${v}`)}`] })).addEdge(START, "x").compile();
const g = new StateGraph(State).addNode("a", () => new Command({ update: { v: 1 }, goto: "sub" }), { ends: ["sub"] }).addNode("sub", inner).addNode("z", ({ v }) => ({ log: [`z ${v}`] }))
  .addEdge(START, "a").addEdge("sub", "z").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
console.log((await g.invoke({ log: [] }, config)).__interrupt__.map((i) => i.value));
console.log(await g.invoke(new Command({ resume: "r", update: { v: 2, log: ["up"] } }), config));
