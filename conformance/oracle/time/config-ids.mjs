// Pins: checkpoint_id and checkpoint_ns as callers pass them to invoke, getState and updateState
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const g = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("a", ({ n }) => ({ n: n + 1 })).addNode("b", ({ n }) => ({ n: n * 10 })).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
await g.invoke({ n: 1 }, config);
const all = []; for await (const s of g.getStateHistory(config)) all.push(s);
const at = (checkpoint_id, more) => ({ configurable: { thread_id: "t", checkpoint_id, ...more } });
const id = all[1].config.configurable.checkpoint_id;
console.log((await g.getState(at(id))).values, Object.keys((await g.getState(at(id))).config.configurable));
console.log((await g.getState(at(id, { checkpoint_ns: "" }))).next);
console.log((await g.getState(at("1ef00000-0000-6000-8000-000000000000"))).values);
console.log(await g.invoke(null, at(id)));
await g.invoke(null, at("1ef00000-0000-6000-8000-000000000000")).then(console.log, (e) => console.log(e.name, e.message));
console.log(await g.invoke({ n: 5 }, at("1ef00000-0000-6000-8000-000000000000")).catch((e) => e.message));
await g.invoke({ n: 1 }, { configurable: {} }).catch((e) => console.log(e.name, e.message));
await g.invoke({ n: 1 }).catch((e) => console.log(e.name, e.message));
await g.invoke(null, { configurable: { thread_id: "fresh" } }).catch((e) => console.log(e.name, e.message));
await g.getState({ configurable: { thread_id: "t", checkpoint_ns: "nope:1" } }).then((s) => console.log(s.values, s.next), (e) => console.log(e.name, e.message));
await g.updateState({ configurable: { thread_id: "t", checkpoint_ns: "nope" } }, { n: 1 }).then((s) => console.log("ok"), (e) => console.log(e.name, e.message));
console.log(await g.invoke({ n: 1 }, { configurable: { thread_id: "t", checkpoint_ns: "ignored" } }).catch((e) => e.message));
console.log((await g.getState({})).values, await g.getState({ configurable: {} }).then((s) => s.next, (e) => e.message));
