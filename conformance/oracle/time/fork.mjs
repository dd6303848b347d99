// Pins: a fork by updateState on an older checkpoint, and what replaying and resuming it does
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const runs = [];
const g = new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", ({ n }) => { runs.push("a"); return { log: [`a${n}`] }; })
  .addNode("ask", ({ n }) => { runs.push("ask"); return { log: [interrupt(`n is ${n}`)] }; })
  .addNode("b", ({ n }) => { runs.push("b"); return { log: [`b${n}`] }; })
  .addEdge(START, "a").addEdge("a", "ask").addEdge("ask", "b").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
const past = async () => { const all = []; for await (const s of g.getStateHistory(config)) all.push(s); return all; };
const took = (what, v) => console.log(what, JSON.stringify(v), runs.splice(0).join());
took("first", await g.invoke({ n: 1 }, config));
took("answered", await g.invoke(new Command({ resume: "one" }), config));
const beforeAsk = (await past()).find((s) => s.next[0] === "ask");
took("replayed", await g.invoke(null, beforeAsk.config));
took("answered again", await g.invoke(new Command({ resume: "two" }), config));
const fork = await g.updateState(beforeAsk.config, { n: 5 });
console.log((await g.getState(fork)).next, (await g.getState(fork)).values, (await g.getState(config)).values);
took("forked", await g.invoke(null, fork));
took("fork answered", await g.invoke(new Command({ resume: "three" }), config));
const beforeA = (await past()).findLast((s) => s.next[0] === "a");
took("from the start", await g.invoke(null, beforeA.config));
for (const s of await past()) console.log(s.metadata.source, s.metadata.step, JSON.stringify(s.values), s.next.join());
took("new input on an old one", await g.invoke({ n: 8 }, beforeA.config));
