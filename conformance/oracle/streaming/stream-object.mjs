// Pins: what stream() gives is a ReadableStream: its readers, tee, pipeThrough, values, locks
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const State = Annotation.Root({ x: Annotation() });
const graph = new StateGraph(State).addNode("one", () => ({ x: 1 })).addNode("two", () => ({ x: 2 })).addEdge(START, "one").addEdge("one", "two").compile();
const s = await graph.stream({ x: 0 });
console.log(s.constructor.name, s instanceof ReadableStream, s.locked, s.signal.aborted, s[Symbol.asyncIterator]() === s);
console.log(s);
const r = s.getReader();
console.log(s.locked, await r.read(), await r.read(), await r.read());
r.releaseLock();
console.log(s.locked, await s.next());
const [a, b] = (await graph.stream({ x: 0 })).tee();
for await (const c of a) console.log("a", c);
for await (const c of b) console.log("b", c);
const upper = new TransformStream({ transform(c, ctl) { ctl.enqueue(JSON.stringify(c)); } });
for await (const c of (await graph.stream({ x: 0 })).pipeThrough(upper)) console.log(c);
const seen = [];
await (await graph.stream({ x: 0 })).pipeTo(new WritableStream({ write(c) { seen.push(c); } }));
console.log(seen);
for await (const c of (await graph.stream({ x: 0 })).values()) console.log("values", c);
const it = await graph.stream({ x: 0 });
console.log(await it.next(), await it.return("v"), await it.next().catch((e) => e.name));
const th = await graph.stream({ x: 0 });
console.log(await th.throw(new Error("mine")).catch((e) => e.message), await th.next().catch((e) => e.name));
const locked = await graph.stream({ x: 0 });
locked.getReader();
try { console.log(await locked.next()); } catch (e) { console.log(e.name); }
console.log(await Promise.all([graph.stream({ x: 0 }), graph.stream({ x: 1 }, { streamMode: "values" })].map(async (p) => { const l = []; for await (const c of await p) l.push(c); return l; })));
