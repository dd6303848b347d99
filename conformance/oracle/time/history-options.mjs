// Pins: getStateHistory with limit, before and filter
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: ["a"] }))
  .addNode("b", () => ({ log: ["b"] }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({ log: ["one"] }, { ...config, metadata: { run: 1 } });
await graph.invoke({ log: ["two"] }, { ...config, metadata: { run: 2 } });
const all = async (options) => {
  const list = [];
  for await (const s of graph.getStateHistory(config, options)) list.push(s);
  return list;
};
const show = (list) => list.map((s) => [s.metadata.step, s.metadata.source, s.metadata.run, s.next.join(), s.values.log?.join("")]);
const states = await all();
console.log(show(states));
console.log("limit", show(await all({ limit: 2 })));
console.log("limit 0", show(await all({ limit: 0 })));
console.log("before", show(await all({ before: states[3].config })));
console.log("before and limit", show(await all({ before: states[3].config, limit: 1 })));
console.log("filter source", show(await all({ filter: { source: "input" } })));
console.log("filter step", show(await all({ filter: { step: 1 } })));
console.log("filter own metadata", show(await all({ filter: { run: 1, source: "loop" } })));
console.log("filter nothing", show(await all({ filter: { source: "nope" } })));
console.log("unknown thread", (await Array.fromAsync?.(graph.getStateHistory({ configurable: { thread_id: "x" } }))) ?? []);
