// Pins: a Command for a parent graph that does not exist: its node has finished without writes
import { StateGraph, Annotation, START, END, MemorySaver, Send, Command, interrupt } from "@langchain/langgraph";
const S = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const mk = (both) => { const b = new StateGraph(S).addNode("a", () => new Command({ graph: Command.PARENT, update: { log: ["up"] }, goto: "c" })).addNode("b", () => ({ log: ["b"] })).addNode("c", () => ({ log: ["c"] })).addEdge(START, "a").addEdge("a", "c").addEdge("b", "c"); if (both) b.addEdge(START, "b"); else b.addEdge("c", "b"); return b; };
for (const both of [false, true]) {
  const g = mk(both).compile({ checkpointer: new MemorySaver() });
  const cfg = { configurable: { thread_id: "1" }, recursionLimit: 6 };
  try { for await (const c of await g.stream({ log: ["in"] }, { ...cfg, streamMode: ["updates", "tasks", "values"] })) console.log(JSON.stringify(c).replace(/[0-9a-f-]{36}/g, "#")); } catch (e) { console.log(e.name, e.message); }
  console.log((await g.getState(cfg)).next);
  for await (const h of g.getStateHistory(cfg)) console.log(h.metadata.source, h.metadata.step, h.next.join(), JSON.stringify(h.values), JSON.stringify(h.tasks.map((t) => t.result ?? null)));
  console.log(await g.invoke(null, cfg).catch((e) => e.message));
}
const h = mk(false).compile(); console.log(await h.invoke({ log: ["in"] }));
