// Pins: breakpoints before, after, everywhere, with updates between
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const S = Annotation.Root({ a: list(), b: Annotation() });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const t = (id, more) => ({ configurable: { thread_id: String(id), ...more } });
const all = async (it) => { const out = []; for await (const x of it) out.push(x); return out; };
const mk = (o) => new StateGraph(S).addNode("x", () => ({ a: ["x"] })).addNode("y", () => ({ a: ["y"] })).addNode("z", () => ({ a: ["z"] })).addEdge(START, "x").addEdge("x", "y").addEdge("y", "z").compile({ checkpointer: new MemorySaver(), ...o });
for (const o of [{ interruptBefore: ["y"] }, { interruptAfter: ["y"] }, { interruptBefore: "*" }, { interruptAfter: "*" }, { interruptBefore: ["x", "z"], interruptAfter: ["x"] }]) {
  const g = mk(o); let input = { a: ["in"] }; say(o);
  for (let i = 0; i < 8; i++) { say(await all(await g.stream(input, { ...t(1), streamMode: "updates" }))); const s = await g.getState(t(1)); say(" ", s.next, s.values.a, s.tasks.map((x) => x.interrupts)); if (!s.next.length) break; input = null; if (i === 0) await g.updateState(t(1), { a: ["u"] }); }
}
const g = mk({}); say(await g.invoke({}, { ...t(2), interruptBefore: ["z"] })); say((await g.getState(t(2))).next); say(await g.invoke({ a: ["new input"] }, t(2)));
