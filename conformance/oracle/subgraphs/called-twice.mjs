// Pins: several graphs called in one node: namespaces are numbered, answers go to the right one
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const ask = (name, options) => new StateGraph(State).addNode("ask", (_, config) => ({ log: [`${name}:${interrupt(name)}`] })).addEdge(START, "ask").compile(options);
const one = ask("one"), two = ask("two");
const g = new StateGraph(State).addNode("both", async ({ log }) => {
  const a = await one.invoke({ log });
  const b = await two.invoke({ log: a.log });
  return { log: b.log };
}).addEdge(START, "both").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
console.log((await g.invoke({ log: ["in"] }, config)).__interrupt__.map((i) => i.value));
console.log((await g.invoke(new Command({ resume: 1 }), config)).__interrupt__.map((i) => i.value));
console.log(await g.invoke(new Command({ resume: 2 }), config));
const fan = new StateGraph(State).addNode("both", async ({ log }) => {
  const [a, b] = await Promise.all([one.invoke({ log: [] }), two.invoke({ log: [] })]);
  return { log: [...a.log, ...b.log] };
}).addEdge(START, "both").compile({ checkpointer: new MemorySaver() });
const r = await fan.invoke({ log: [] }, config);
console.log(r.__interrupt__.map((i) => i.value));
