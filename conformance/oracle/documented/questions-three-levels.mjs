// Pins: questions of graphs within graphs, answered one by one, with the state at every stop
import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const S = Annotation.Root({ a: list(), b: Annotation() });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const t = (id, more) => ({ configurable: { thread_id: String(id), ...more } });
const all = async (it) => { const out = []; for await (const x of it) out.push(x); return out; };
const leaf = new StateGraph(S).addNode("l", () => ({ a: ["l:" + interrupt({ q: "leaf" })] })).addNode("m", () => ({ a: ["m:" + interrupt("leaf2")] })).addEdge(START, "l").addEdge("l", "m").compile();
const mid = new StateGraph(S).addNode("pre", () => ({ a: ["pre:" + interrupt("mid")] })).addNode("leaf", leaf).addEdge(START, "pre").addEdge("pre", "leaf").compile();
const g = new StateGraph(S).addNode("mid", mid).addNode("end", (s) => ({ b: s.a.length })).addEdge(START, "mid").addEdge("mid", "end").compile({ checkpointer: new MemorySaver() });
let input = { a: ["in"] };
for (let i = 0; i < 5; i++) {
  const r = await g.invoke(input, t(1)); say(r);
  const st = await g.getState(t(1), { subgraphs: true });
  const walk = (s, d) => { say("  ".repeat(d) + "", s.next, s.values, s.metadata?.step, s.tasks.map((x) => [x.name, x.interrupts, !!x.state])); for (const x of s.tasks) if (x.state?.tasks) walk(x.state, d + 1); };
  walk(st, 1);
  if (!st.next.length) break;
  input = new Command({ resume: "a" + i });
}
for (const h of await all(g.getStateHistory(t(1)))) say(h.metadata.source, h.metadata.step, h.next, h.values, h.tasks.map((x) => [x.name, x.interrupts.length, x.result]));
