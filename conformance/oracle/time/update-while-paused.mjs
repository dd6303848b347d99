// Pins: updateState on a thread that waits: before the question, as the node that asks, as another
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ draft: Annotation(), ok: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const build = () => new StateGraph(State)
  .addNode("write", () => ({ draft: "d1", log: ["write"] }))
  .addNode("ask", ({ draft }) => ({ ok: interrupt(draft), log: ["ask"] }))
  .addNode("side", () => ({ log: ["side"] }))
  .addNode("send", ({ ok, draft }) => ({ log: [`send ${draft} ${ok}`] }))
  .addEdge(START, "write").addEdge("write", "ask").addEdge("write", "side").addEdge("ask", "send").compile({ checkpointer: new MemorySaver() });
for (const [values, node] of [[{ draft: "edited" }, undefined], [{ draft: "edited" }, "write"], [{ ok: "by hand" }, "ask"], [{ draft: "x" }, "side"], [null, "ask"], [{ draft: "s" }, "__start__"]]) {
  const g = build();
  const config = { configurable: { thread_id: "t" } };
  await g.invoke({ log: [] }, config);
  const done = await g.updateState(config, values, node).then(() => "ok", (e) => e.message);
  const s = await g.getState(config);
  console.log(node, JSON.stringify(values), done, s.next, JSON.stringify(s.values), JSON.stringify(s.tasks.map((t) => [t.name, t.interrupts.map((i) => i.value)])));
  const r = await g.invoke(new Command({ resume: "yes" }), config).catch((e) => e.message);
  console.log("  ", JSON.stringify(r));
}
