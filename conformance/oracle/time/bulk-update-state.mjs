// Pins: bulkUpdateState: several supersteps, several updates in one, its errors
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: ["a"] }))
  .addNode("b", () => ({ log: ["b"] }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
const attempt = async (name, supersteps) => {
  const config = { configurable: { thread_id: name } };
  try {
    await graph.bulkUpdateState(config, supersteps);
    for await (const s of graph.getStateHistory(config)) console.log(name, s.metadata.step, s.metadata.source, s.next, s.values);
    console.log(name, "then", await graph.invoke(null, config));
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message);
  }
};
await attempt("one", [{ updates: [{ values: { log: ["x"] }, asNode: "a" }] }]);
await attempt("two supersteps", [{ updates: [{ values: { log: ["in"] }, asNode: "__input__" }] }, { updates: [{ values: { log: ["x"] }, asNode: "a" }] }]);
await attempt("two in one", [{ updates: [{ values: { log: ["1"] }, asNode: "a" }, { values: { log: ["2"], n: 1 }, asNode: "b" }] }]);
await attempt("conflict", [{ updates: [{ values: { n: 1 }, asNode: "a" }, { values: { n: 2 }, asNode: "b" }] }]);
await attempt("none", []);
await attempt("no updates", [{ updates: [] }]);
await attempt("unknown node", [{ updates: [{ values: {}, asNode: "x" }] }]);
await attempt("copy", [{ updates: [{ values: null, asNode: "__copy__" }] }]);
await attempt("two null", [{ updates: [{ values: null, asNode: "a" }, { values: null, asNode: "b" }] }]);
