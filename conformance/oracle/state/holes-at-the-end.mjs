// Pins: arrays that end with holes: in JSON, states, reducers, questions and answers
import { StateGraph, Annotation, START, MemorySaver, interrupt, Command } from "@langchain/langgraph";
const trailing = () => { const a = [1]; a.length = 3; return a; };
console.log(JSON.stringify(trailing()), JSON.stringify({ a: [trailing()] }));
const State = Annotation.Root({ a: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }), b: Annotation() });
const g = new StateGraph(State).addNode("n", () => ({ a: trailing(), b: trailing() })).addNode("m", ({ a, b }) => ({ a: [4], b: (() => { const c = b; c.push(5); return c; })() })).addNode("q", ({ a, b }) => { console.log("q", a.length, b.length); interrupt({ t: trailing() }); return { a: ["end"] }; })
 .addEdge(START, "n").addEdge("n", "m").addEdge("m", "q").compile({ checkpointer: new MemorySaver() });
const c = { configurable: { thread_id: "1" } };
const r = await g.invoke({ a: trailing() }, c);
console.log(JSON.stringify(r));
console.log(JSON.stringify((await g.getState(c)).values), JSON.stringify(await g.invoke(new Command({ resume: trailing() }), c)));
