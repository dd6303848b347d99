// Pins: leaving a for await, and a reader that throws: the run goes on to its end
import { StateGraph, Annotation, START, MemorySaver } from "@langchain/langgraph";
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const until = async (f) => { while (!(await f())) await sleep(5); };
const over = async () => ran.length === 3 && (await graph.getState(config)).next.length === 0;
const State = Annotation.Root({ x: Annotation() });
const ran = [];
const node = (name) => async () => { await sleep(5); ran.push(name); return { x: name }; };
const graph = new StateGraph(State).addNode("one", node("one")).addNode("two", node("two")).addNode("three", node("three")).addEdge(START, "one").addEdge("one", "two").addEdge("two", "three").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
const s = await graph.stream({ x: 0 }, config);
for await (const c of s) { console.log(c); break; }
console.log(s.locked, s.signal.aborted);
await until(over);
console.log(ran, (await graph.getState(config)).values);
ran.length = 0;
try { for await (const c of await graph.stream({ x: 0 }, config)) throw new RangeError("the reader's"); } catch (e) { console.log(e.name, e.message); }
await until(over);
console.log(ran, (await graph.getState(config)).values);
const r = (await graph.stream({ x: 0 }, config)).getReader();
console.log(await r.read());
ran.length = 0;
console.log(await r.cancel("why"), await r.read());
await until(() => ran.length === 2);
console.log(ran);
