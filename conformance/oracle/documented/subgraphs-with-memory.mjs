// Pins: subgraphs that are called by nodes, with and without memory
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const S = Annotation.Root({ a: list(), b: Annotation() });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const t = (id, more) => ({ configurable: { thread_id: String(id), ...more } });
const all = async (it) => { const out = []; for await (const x of it) out.push(x); return out; };
const mkSub = (c) => new StateGraph(S).addNode("s", (s) => ({ a: ["s" + s.a.length] })).addEdge(START, "s").compile(c === undefined ? {} : { checkpointer: c });
for (const c of [undefined, true, false]) {
  const sub = mkSub(c);
  const g = new StateGraph(Annotation.Root({ n: Annotation(), out: list() })).addNode("call", async (s, cfg) => ({ out: [(await sub.invoke({ a: ["i" + s.n] }, cfg)).a] })).addEdge(START, "call").compile({ checkpointer: new MemorySaver() });
  for (const n of [1, 2, 3]) say(String(c), await g.invoke({ n }, t(1)));
  say((await all(g.getStateHistory(t(1)))).length);
}
