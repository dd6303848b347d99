// Pins: getStateHistory with filter, limit, before, and all of them; it is lazy and can be left
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("a", ({ n }) => ({ n: n + 1 })).addNode("b", ({ n }) => ({ n: n * 2 }))
  .addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
await graph.invoke({ n: 1 }, config);
await graph.invoke({ n: 5 }, config);
await graph.updateState(config, { n: 100 });
const list = async (options, c = config) => {
  const all = [];
  for await (const s of graph.getStateHistory(c, options)) all.push([s.metadata.source, s.metadata.step, s.values.n, ...s.next]);
  return JSON.stringify(all);
};
console.log(await list());
console.log(await list({ limit: 2 }));
console.log(await list({ filter: { source: "input" } }));
console.log(await list({ filter: { source: "loop", step: 1 } }));
console.log(await list({ filter: { source: "loop" }, limit: 3 }));
console.log(await list({ filter: { nothing: 1 } }));
console.log(await list({ filter: {} }));
const all = [];
for await (const s of graph.getStateHistory(config)) all.push(s);
console.log(await list({ before: all[2].config }));
console.log(await list({ before: all[2].config, limit: 1, filter: { source: "loop" } }));
console.log(await list({}, all[3].config));
console.log(await list({ limit: 1 }, { configurable: { thread_id: "none" } }));
for await (const s of graph.getStateHistory(config)) { console.log("first", s.metadata.step); break; }
await list({}, { configurable: {} }).then(console.log, (e) => console.log(e.message));
await list({}, {}).then(console.log, (e) => console.log(e.message));
