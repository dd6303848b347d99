// Pins: a thread that is written by updateState alone: as nodes, edges followed, then invoked
import { Annotation, MemorySaver, START, END, Send, Command, StateGraph } from "@langchain/langgraph";
const g = new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: ["a"] })).addNode("b", ({ n }) => ({ log: [`b${n}`] })).addNode("c", (s) => ({ log: [`c${s.i ?? ""}`] }))
  .addEdge(START, "a").addEdge("a", "b").addConditionalEdges("b", ({ n }) => n > 2 ? [new Send("c", { i: 1 }), new Send("c", { i: 2 })] : END, ["c", END])
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
const show = async (what) => { const s = await g.getState(config); console.log(what, s.next, JSON.stringify(s.values), s.metadata.step, s.tasks.map((t) => t.path)); };
await g.updateState(config, { n: 1, log: ["start"] }, START); await show("START");
await g.updateState(config, { log: ["as a"] }, "a"); await show("a");
await g.updateState(config, { n: 3 }, "b"); await show("b");
await g.updateState(config, { log: ["as c"] }, "c"); await show("c");
await g.updateState(config, { n: 5 }, "b"); await show("b");
console.log(await g.invoke(null, config));
await g.updateState(config, new Command({ update: { n: 9 }, goto: "c" }), "a").then(() => show("command"), (e) => console.log(e.message));
await g.updateState(config, [new Command({ update: { n: 8 } }), { log: ["list"] }], "a").then(() => show("list"), (e) => console.log(e.message));
await g.updateState(config, { n: { deep: [1] }, log: [] }, "c"); await show("c");
