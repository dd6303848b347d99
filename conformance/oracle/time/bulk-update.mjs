// Pins: bulkUpdateState: supersteps with one or several updates, and its errors
import { Annotation, MemorySaver, START, END, StateGraph } from "@langchain/langgraph";
const build = () => new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: ["a"] })).addNode("b", () => ({ log: ["b"] })).addNode("c", () => ({ log: ["c"] }))
  .addEdge(START, "a").addEdge("a", "b").addEdge("a", "c")
  .compile({ checkpointer: new MemorySaver() });
const g = build();
const t = (id) => ({ configurable: { thread_id: id } });
const history = async (c) => { for await (const s of g.getStateHistory(c)) console.log(JSON.stringify([s.metadata.source, s.metadata.step, s.values, s.next, s.tasks.map((x) => [x.name, x.result])])); };
const at = await g.bulkUpdateState(t("1"), [
  { updates: [{ values: { n: 1 }, asNode: "__input__" }] },
  { updates: [{ values: { log: ["in"] }, asNode: START }] },
  { updates: [{ values: { log: ["A"] }, asNode: "a" }] },
  { updates: [{ values: { log: ["B"] }, asNode: "b" }, { values: { log: ["C"], n: 3 }, asNode: "c" }] },
]);
console.log(Object.keys(at.configurable));
await history(t("1"));
const tries = {
  none: [], "no updates": [{ updates: [] }], "no node": [{ updates: [{ values: { n: 1 } }, { values: { n: 2 } }] }],
  unknown: [{ updates: [{ values: { n: 1 }, asNode: "a" }, { values: { n: 2 }, asNode: "zzz" }] }],
  conflict: [{ updates: [{ values: { n: 1 }, asNode: "b" }, { values: { n: 2 }, asNode: "c" }] }],
  "end with others": [{ updates: [{ values: null, asNode: END }, { values: { n: 2 }, asNode: "c" }] }],
  "input with others": [{ updates: [{ values: { n: 1 }, asNode: "__input__" }, { values: { n: 2 }, asNode: "c" }] }],
  "copy with others": [{ updates: [{ values: null, asNode: "__copy__" }, { values: { n: 2 }, asNode: "c" }] }],
  "end with values": [{ updates: [{ values: { n: 1 }, asNode: END }] }],
};
for (const [name, steps] of Object.entries(tries)) await g.bulkUpdateState(t(name), steps).then((c) => console.log(name, "ok"), (e) => console.log(name, e.name, e.message));
await g.bulkUpdateState(t("1"), [{ updates: [{ values: null, asNode: "__copy__" }] }]);
await history({ ...t("1") });
