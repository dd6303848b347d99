// Pins: a record of interrupt ids answers those; a part of them leaves the others waiting; unknown ids answer nothing
// Differs: an answered question is not shown as open in getState
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: ["a:" + interrupt("a?")] }))
  .addNode("b", () => ({ log: ["b:" + interrupt("b?")] }))
  .addNode("c", () => ({ log: ["c:" + interrupt("c?")] }))
  .addEdge(START, "a")
  .addEdge(START, "b")
  .addEdge(START, "c")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
const first = await graph.invoke({}, config);
console.log(first);
const ids = Object.fromEntries(first.__interrupt__.map((i) => [i.value, i.id]));
const second = await graph.invoke(new Command({ resume: { [ids["b?"]]: "B" } }), config);
console.log(second, second.__interrupt__.map((i) => i.id === ids[i.value]));
const state = await graph.getState(config);
console.log(state.next, state.tasks.map((t) => [t.name, t.interrupts.map((i) => i.value), t.result]));
const third = await graph.invoke(new Command({ resume: { ["0".repeat(32)]: "nobody" } }), config);
console.log(third);
console.log(await graph.invoke(new Command({ resume: { [ids["a?"]]: "A", [ids["c?"]]: "C" } }), config));
