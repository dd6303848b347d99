// Pins: tasks of Send ask on their own; answered by id in two rounds
import { Annotation, Command, MemorySaver, Send, START, StateGraph, interrupt } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("work", ({ i }) => ({ log: [i === 1 ? "no question" : `${i}:${interrupt("item " + i)}`] }))
  .addNode("join", (s) => ({ log: ["joined " + s.log.length] }))
  .addConditionalEdges(START, () => [0, 1, 2, 3].map((i) => new Send("work", { i })), ["work"])
  .addEdge("work", "join")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
const first = await graph.invoke({}, config);
console.log(first.__interrupt__.map((i) => i.value), first.log);
const id = (value) => first.__interrupt__.find((i) => i.value === value).id;
const state = await graph.getState(config);
console.log(state.next, state.tasks.map((t) => [t.name, t.path, t.interrupts.length, t.result]));
console.log((await graph.invoke(new Command({ resume: { [id("item 3")]: "three" } }), config)).__interrupt__.map((i) => i.value));
console.log(await graph.invoke(new Command({ resume: { [id("item 0")]: "zero", [id("item 2")]: "two" } }), config));
