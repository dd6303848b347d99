// Pins: what a checkpointer of the script is called with: runs, questions, answers, subgraphs, updates, errors, durability
// Differs: a default has a version; an answer is not written again in subgraphs; a task that was done when its neighbour failed has no error; an answer is stored before a task goes on
import { StateGraph, Annotation, START, END, interrupt, Command, Send, MemorySaver, task, entrypoint } from "@langchain/langgraph";
const ids = new Map();
const short = (id) => { if (id == null) return id; if (/^[0-9a-f]{32}$/.test(id)) return "question"; if (!ids.has(id)) ids.set(id, "#" + ids.size); return ids.get(id); };
const show = (v) => v && typeof v === "object" && !Array.isArray(v) ? (v.lg_name ? v.lg_name : v.constructor?.name === "Object" ? JSON.stringify(v, (k, x) => k === "id" || k === "interrupt_id" ? short(x) : x) : v.constructor.name + JSON.stringify(v)) : JSON.stringify(v, (k, x) => k === "id" ? short(x) : x);
const cfg = (c) => { const o = c?.configurable ?? {}; return [o.thread_id, o.checkpoint_ns === undefined ? "-" : JSON.stringify(o.checkpoint_ns.replace(/:[0-9a-f-]{36}/g, (m) => ":" + short(m.slice(1)))), short(o.checkpoint_id)].join(" "); };
class Log extends MemorySaver {
  async getTuple(c) { const t = await super.getTuple(c); console.log("getTuple", cfg(c), "->", t ? short(t.checkpoint.id) + " " + JSON.stringify((t.pendingWrites ?? []).map(w => [short(w[0]), w[1]])) : t); return t; }
  async *list(c, o) { console.log("list", cfg(c), JSON.stringify(o && { ...o, before: o.before && cfg(o.before) })); yield* super.list(c, o); }
  async put(c, cp, m, v) { console.log("put", cfg(c), short(cp.id), JSON.stringify(m, (k, x) => k === "parents" ? Object.fromEntries(Object.entries(x).map(([a, b]) => [a, short(b)])) : x), Object.keys(cp.channel_values).sort().join(), Object.keys(v ?? {}).sort().join()); return super.put(c, cp, m, v); }
  async putWrites(c, w, t) { console.log("putWrites", cfg(c), short(t), w.map(([ch, v]) => ch + "=" + show(v)).join(" | ")); return super.putWrites(c, w, t); }
  async deleteThread(t) { console.log("deleteThread", t); return super.deleteThread(t); }
}
const S = Annotation.Root({ a: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
async function section(name, f) { console.log("=== " + name); ids.clear(); try { await f(); } catch (e) { console.log(e.name + ": " + e.message); } }
await section("run", async () => {
  const g = new StateGraph(S).addNode("x", () => ({ a: ["x"] })).addNode("y", () => ({ a: ["y"] })).addEdge(START, "x").addEdge("x", "y").addEdge("y", END).compile({ checkpointer: new Log() });
  await g.invoke({ a: ["in"] }, { configurable: { thread_id: "1" } });
  console.log("-- state"); await g.getState({ configurable: { thread_id: "1" } });
  console.log("-- history"); for await (const s of g.getStateHistory({ configurable: { thread_id: "1" } }, { limit: 2 }));
  console.log("-- update"); await g.updateState({ configurable: { thread_id: "1" } }, { a: ["u"] }, "x");
  console.log("-- again"); await g.invoke(null, { configurable: { thread_id: "1" } });
});
await section("interrupt and resume", async () => {
  const g = new StateGraph(S).addNode("q", () => ({ a: [interrupt("one"), interrupt("two")] })).addNode("y", () => ({ a: ["y"] })).addEdge(START, "q").addEdge("q", "y").addEdge("y", END).compile({ checkpointer: new Log() });
  const c = { configurable: { thread_id: "2" } };
  await g.invoke({ a: ["in"] }, c);
  console.log("-- resume"); await g.invoke(new Command({ resume: "A" }), c);
  console.log("-- resume 2"); await g.invoke(new Command({ resume: "B" }), c);
});
await section("subgraph", async () => {
  const sub = new StateGraph(S).addNode("s1", () => ({ a: ["s1"] })).addNode("s2", () => ({ a: [interrupt("sub?")] })).addEdge(START, "s1").addEdge("s1", "s2").addEdge("s2", END).compile();
  const g = new StateGraph(S).addNode("sub", sub).addNode("y", () => ({ a: ["y"] })).addEdge(START, "sub").addEdge("sub", "y").addEdge("y", END).compile({ checkpointer: new Log() });
  const c = { configurable: { thread_id: "3" } };
  await g.invoke({ a: ["in"] }, c);
  console.log("-- state"); await g.getState(c, { subgraphs: true });
  console.log("-- resume"); await g.invoke(new Command({ resume: "A" }), c);
});
await section("subgraph with memory", async () => {
  const sub = new StateGraph(S).addNode("s2", () => ({ a: [interrupt("sub?")] })).addEdge(START, "s2").addEdge("s2", END).compile({ checkpointer: true });
  const g = new StateGraph(S).addNode("sub", sub).addEdge(START, "sub").addEdge("sub", END).compile({ checkpointer: new Log() });
  const c = { configurable: { thread_id: "3" } };
  await g.invoke({ a: ["in"] }, c);
  console.log("-- resume"); await g.invoke(new Command({ resume: "A" }), c);
});
await section("parallel", async () => {
  const g = new StateGraph(S).addNode("p", () => ({ a: [interrupt("p")] })).addNode("q", () => ({ a: [interrupt("q")] })).addNode("r", () => ({ a: ["r"] })).addEdge(START, "p").addEdge(START, "q").addEdge(START, "r").compile({ checkpointer: new Log() });
  const c = { configurable: { thread_id: "4" } };
  const r = await g.invoke({ a: ["in"] }, c);
  console.log("-- resume by id"); await g.invoke(new Command({ resume: Object.fromEntries(r.__interrupt__.map((i, n) => [i.id, "A"])) }), c);
});
await section("parallel, one at a time", async () => {
  const g = new StateGraph(S).addNode("p", () => ({ a: [interrupt("p")] })).addNode("q", () => ({ a: [interrupt("q")] })).addEdge(START, "p").addEdge(START, "q").compile({ checkpointer: new Log() });
  const c = { configurable: { thread_id: "4" } };
  const r = await g.invoke({ a: ["in"] }, c);
  console.log("-- resume one"); const r2 = await g.invoke(new Command({ resume: { [r.__interrupt__[0].id]: "A" } }), c);
  console.log("-- resume other"); await g.invoke(new Command({ resume: { [r2.__interrupt__[0].id]: "A" } }), c);
});
await section("sends", async () => {
  const g = new StateGraph(S).addNode("s", (x) => ({ a: [interrupt("s" + x.n)] })).addConditionalEdges(START, () => [new Send("s", { n: 1 }), new Send("s", { n: 2 })]).compile({ checkpointer: new Log() });
  const c = { configurable: { thread_id: "5" } };
  const r = await g.invoke({ a: ["in"] }, c);
  console.log("-- resume"); await g.invoke(new Command({ resume: Object.fromEntries(r.__interrupt__.map((i, n) => [i.id, "A"])) }), c);
});
await section("error and command", async () => {
  let fail = true;
  const g = new StateGraph(S).addNode("x", () => { if (fail) throw new Error("boom"); return new Command({ update: { a: ["x"] }, goto: "y" }); }, { ends: ["y"] }).addNode("z", () => ({ a: ["z"] })).addNode("y", () => ({ a: ["y"] })).addEdge(START, "x").addEdge(START, "z").compile({ checkpointer: new Log() });
  const c = { configurable: { thread_id: "6" } };
  try { await g.invoke({ a: ["in"] }, c); } catch (e) { console.log(e.message); }
  fail = false; console.log("-- again"); await g.invoke(null, c);
});
await section("resume with update and goto", async () => {
  const g = new StateGraph(S).addNode("q", () => ({ a: [interrupt("one")] })).addNode("y", () => ({ a: ["y"] })).addEdge(START, "q").addEdge("q", END).compile({ checkpointer: new Log() });
  const c = { configurable: { thread_id: "7" } };
  await g.invoke({ a: ["in"] }, c);
  console.log("-- resume"); await g.invoke(new Command({ resume: "A", update: { a: ["u"] }, goto: "y" }), c);
});
await section("breakpoint", async () => {
  const g = new StateGraph(S).addNode("q", () => ({ a: ["q"] })).addNode("y", () => ({ a: ["y"] })).addEdge(START, "q").addEdge("q", "y").compile({ checkpointer: new Log(), interruptBefore: ["y"] });
  const c = { configurable: { thread_id: "8" } };
  await g.invoke({ a: ["in"] }, c);
  console.log("-- resume"); await g.invoke(null, c);
});
for (const durability of ["sync", "async", "exit"]) await section("durability " + durability, async () => {
  const g = new StateGraph(S).addNode("q", () => ({ a: ["q"] })).addNode("y", () => ({ a: [interrupt("y")] })).addEdge(START, "q").addEdge("q", "y").compile({ checkpointer: new Log() });
  const c = { configurable: { thread_id: "9" }, durability };
  await g.invoke({ a: ["in"] }, c);
  console.log("-- resume"); await g.invoke(new Command({ resume: "A" }), c);
});
await section("functional", async () => {
  const t = task("t", async (x) => x + 1);
  const e = entrypoint({ name: "e", checkpointer: new Log() }, async (x) => { const a = await t(x); const b = interrupt("b"); const d = await t(a); return [a, b, d]; });
  const c = { configurable: { thread_id: "10" } };
  await e.invoke(1, c);
  console.log("-- resume"); console.log(await e.invoke(new Command({ resume: "A" }), c));
});
