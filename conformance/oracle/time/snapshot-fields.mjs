// Pins: every field of a StateSnapshot: new thread, paused, failed, finished, by checkpoint_id
import { Annotation, Command, MemorySaver, Send, START, StateGraph, interrupt } from "@langchain/langgraph";
const graph = new StateGraph(Annotation.Root({ n: Annotation(), all: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ n: 1 }))
  .addNode("ask", () => ({ all: [interrupt({ q: 1 })] }))
  .addNode("fail", async ({ n }) => { await new Promise((r) => setTimeout(r, 5)); if (n === 1) throw new RangeError("no " + n); return { all: ["fine"] }; })
  .addNode("send", (x) => ({ all: [x.x] }))
  .addEdge(START, "a").addConditionalEdges("a", () => ["ask", "fail", new Send("send", { x: "s" })], ["ask", "fail", "send"])
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t", who: "me" }, metadata: { tag: "x" } };
console.log(await graph.getState(config));
await graph.invoke({ n: 0 }, config).catch((e) => console.log("failed", e.name, e.message));
const paused = await graph.getState(config);
console.dir(paused, { depth: 9 });
console.dir(await graph.getState(paused.config), { depth: 9 });
console.dir(await graph.getState(paused.parentConfig), { depth: 9 });
await graph.updateState(config, { n: 2 }, "a");
console.dir(await graph.invoke(null, config), { depth: 9 });
console.dir(await graph.getState(config), { depth: 9 });
console.dir(await graph.invoke(new Command({ resume: "ok" }), config), { depth: 9 });
const end = await graph.getState(config);
console.log(Object.keys(end), end.next, end.tasks, end.metadata);
