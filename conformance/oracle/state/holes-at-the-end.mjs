// Pins: arrays that end with holes: in JSON, states, reducers, questions and answers
import { StateGraph, Annotation, START, MemorySaver, interrupt, Command } from "@langchain/langgraph";
const trailing = () => { const a = [1]; a.length = 3; return a; };
console.log(JSON.stringify(trailing()), JSON.stringify({ a: [trailing()] }));
const sparse = [, 1]; sparse.length = 4;
console.log(JSON.stringify(sparse), JSON.stringify([[], Array(2), [, ,]], null, 1));
try { JSON.stringify([new Array(2 ** 32 - 1)]); } catch (e) { console.log(String(e)); }
Object.prototype[""] = 0; console.log(JSON.stringify([1, , ,]), JSON.stringify(Array(2))); delete Object.prototype[""];
Object.prototype[1] = "inherited"; console.log(JSON.stringify(trailing())); delete Object.prototype[1];
Array.prototype[2] = "inherited"; console.log(JSON.stringify(trailing())); delete Array.prototype[2];
const State = Annotation.Root({ a: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }), b: Annotation(), c: Annotation() });
const g = new StateGraph(State).addNode("n", () => ({ a: trailing(), b: trailing(), c: [1] })).addNode("m", ({ a, b }) => ({ a: [4], c: (() => { const c = [1, 4]; c.length = 4; return c; })(), b: (() => { const c = b; c.push(5); return c; })() })).addNode("q", ({ a, b }) => { console.log("q", a.length, b.length); interrupt({ t: trailing() }); return { a: ["end"] }; })
 .addEdge(START, "n").addEdge("n", "m").addEdge("m", "q").compile({ checkpointer: new MemorySaver() });
const c = { configurable: { thread_id: "1" } };
const r = await g.invoke({ a: trailing() }, c);
console.log(JSON.stringify(r));
console.log(JSON.stringify((await g.getState(c)).values), JSON.stringify(await g.invoke(new Command({ resume: trailing() }), c)));
