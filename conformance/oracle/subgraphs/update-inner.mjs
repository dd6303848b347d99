// Pins: updateState on the namespace of a paused inner graph, and going on from there
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State).addNode("x", () => ({ log: ["x"] })).addNode("y", () => ({ log: [`y ${interrupt("?")}`] })).addNode("z", () => ({ log: ["z"] }))
  .addEdge(START, "x").addEdge("x", "y").addEdge("y", "z").compile();
const g = new StateGraph(State).addNode("sub", inner).addNode("end", () => ({ log: ["end"] })).addEdge(START, "sub").addEdge("sub", "end").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
await g.invoke({ log: [] }, config);
const at = (await g.getState(config, { subgraphs: true })).tasks[0].state;
console.log(at.next, Object.keys(at.config.configurable), Object.keys(at.config.configurable.checkpoint_map ?? {}).map((k) => k.split(":")[0]));
const updated = await g.updateState(at.config, { log: ["edited"] });
console.log(Object.keys(updated.configurable), Object.keys(updated.configurable.checkpoint_map ?? {}).length);
const s = (await g.getState(config, { subgraphs: true })).tasks[0].state;
console.log(s.next, s.values, s.metadata.source, s.metadata.step, Object.keys(s.metadata.parents).length);
console.log(await g.invoke(new Command({ resume: "ok" }), config));
await g.invoke({ log: [] }, { configurable: { thread_id: "u" } });
const first = (await g.getState({ configurable: { thread_id: "u" } }, { subgraphs: true })).tasks[0].state;
await g.updateState(first.config, { log: ["as y"] }, "y");
console.log(await g.invoke(null, { configurable: { thread_id: "u" } }));
await g.invoke({ log: [] }, { configurable: { thread_id: "v" } });
const deep = (await g.getState({ configurable: { thread_id: "v" } }, { subgraphs: true })).tasks[0].state;
const fork = await g.updateState(deep.config, { log: ["forked"] });
console.log((await g.invoke(null, fork)).__interrupt__?.map((i) => i.value));
console.log(await g.invoke(new Command({ resume: "v" }), { configurable: { thread_id: "v" } }));
