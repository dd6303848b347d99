// Pins: updateState: which node it counts as, what comes next, and its errors
import { Annotation, MemorySaver, START, END, StateGraph } from "@langchain/langgraph";
const build = (checkpointer = new MemorySaver()) => new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: "a" })).addNode("b", () => ({ log: "b" })).addNode("c", () => ({ log: "c" }))
  .addEdge(START, "a").addConditionalEdges("a", ({ n }) => n > 5 ? "b" : "c", ["b", "c"]).addEdge("b", END).addEdge("c", END)
  .compile({ checkpointer });
const t = (id) => ({ configurable: { thread_id: id } });
const show = async (g, c) => { const s = await g.getState(c); console.log(JSON.stringify([s.values, s.next, s.metadata.source, s.metadata.step])); };
const g = build();
console.log(await g.updateState(t("new"), { n: 9 }, "a"));
await show(g, t("new"));
console.log(await g.invoke(null, t("new")));
await g.updateState(t("empty"), { n: 1 });
await show(g, t("empty"));
await g.invoke({ n: 1 }, t("run"));
await g.updateState(t("run"), { n: 7 });
await show(g, t("run"));
await g.updateState(t("run"), { n: 7 }, "a");
await show(g, t("run"));
await g.updateState(t("run"), { n: 1, log: ["x", "y"] }, "a");
await show(g, t("run"));
await g.updateState(t("run"), null);
await show(g, t("run"));
await g.updateState(t("run"), null, "a");
await show(g, t("run"));
await g.updateState(t("run"), undefined, "b");
await show(g, t("run"));
await g.updateState(t("run"), null, END);
await show(g, t("run"));
await g.updateState(t("run"), { n: 3 }, START).catch((e) => console.log(e.name, e.message));
await show(g, t("run"));
await g.updateState(t("run"), { n: 3 }, END).catch((e) => console.log(e.name, e.message));
await g.updateState(t("run"), { n: 3 }, "nope").catch((e) => console.log(e.name, e.message));
await g.updateState(t("run"), { nope: 3 }, "a").catch((e) => console.log(e.name, e.message));
await show(g, t("run"));
await g.updateState({ configurable: {} }, { n: 1 }).catch((e) => console.log(e.name, e.message));
await g.updateState({}, { n: 1 }).catch((e) => console.log(e.name, e.message));
await build(undefined).updateState(t("x"), "text", "a").catch((e) => console.log(e.name, e.message));
await build(undefined).updateState(t("x"), ["l"], "a").catch((e) => console.log(e.name, e.message));
const bare = new StateGraph(Annotation.Root({ n: Annotation() })).addNode("a", () => ({})).addEdge(START, "a").compile();
await bare.updateState(t("x"), { n: 1 }).catch((e) => console.log(e.name, e.message));
await bare.getState(t("x")).catch((e) => console.log(e.name, e.message));
try { for await (const s of bare.getStateHistory(t("x"))) console.log(s); } catch (e) { console.log(e.name, e.message); }
