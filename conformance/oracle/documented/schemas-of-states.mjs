// Pins: states with defaults, reducers, untracked values, transforms, dates and sets
import { Annotation, Command, interrupt, MemorySaver, ReducedValue, START, StateGraph, StateSchema, UntrackedValue } from "@langchain/langgraph";
import { z } from "zod"; const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const t = (id, more) => ({ configurable: { thread_id: String(id), ...more } });
const safe = async (f) => { try { say(await f()); } catch (e) { console.log(e.name + ": " + e.message.split("\n")[0]); } };
const Q = new StateSchema({ q: z.string(), n: z.number().default(2), log: new ReducedValue(z.array(z.string()).default(() => []), { inputSchema: z.string(), reducer: (l, x) => l.concat(x) }), tmp: new UntrackedValue(z.any()) });
const g = new StateGraph({ state: Q, input: new StateSchema({ q: z.string() }), output: new StateSchema({ n: z.number(), log: z.array(z.string()) }) }).addNode("a", (s) => ({ log: "a" + s.n, tmp: { x: 1 }, n: s.n + 1 })).addNode("b", (s) => ({ log: "b" + JSON.stringify(s.tmp ?? null) + interrupt("?") })).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new MemorySaver() });
await safe(() => g.invoke({ q: "x" }, t(1))); say((await g.getState(t(1))).values); await safe(() => g.invoke(new Command({ resume: "!" }), t(1))); await safe(() => g.invoke({ q: 3 }, t(2))); await safe(() => g.invoke({}, t(3)));
const zs = z.object({ q: z.string().transform((s) => s.toUpperCase()), when: z.coerce.date().optional(), tags: z.set(z.string()).optional() });
await safe(() => new StateGraph(zs).addNode("x", (s) => ({ q: s.q + (s.when instanceof Date) + (s.tags instanceof Set) })).addEdge(START, "x").compile({ checkpointer: new MemorySaver() }).invoke({ q: "ab", when: "2020-01-01", tags: new Set(["t"]) }, t(4)));
