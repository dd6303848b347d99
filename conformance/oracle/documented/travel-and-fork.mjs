// Pins: replays of every checkpoint of a thread, forks in the middle, copies
import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const S = Annotation.Root({ a: list(), b: Annotation() });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const t = (id, more) => ({ configurable: { thread_id: String(id), ...more } });
const all = async (it) => { const out = []; for await (const x of it) out.push(x); return out; };
const safe = async (f) => { try { say(await f()); } catch (e) { console.log(e.name + ": " + e.message.split("\n")[0]); } };
let calls = [];
const g = new StateGraph(S).addNode("x", () => { calls.push("x"); return { a: ["x"] }; }).addNode("y", () => { calls.push("y"); return { a: ["y" + interrupt("y?")] }; }).addNode("z", () => { calls.push("z"); return { a: ["z"] }; }).addEdge(START, "x").addEdge("x", "y").addEdge("y", "z").compile({ checkpointer: new MemorySaver() });
await g.invoke({ a: ["in"] }, t(1)); say(await g.invoke(new Command({ resume: 1 }), t(1)), calls); calls = [];
const h = await all(g.getStateHistory(t(1))); say(h.map((s) => [s.metadata.step, s.next, s.values.a]));
for (const s of h) { calls = []; say("replay", s.metadata.step); await safe(() => g.invoke(null, s.config)); say(calls); }
const mid = h.find((s) => s.next[0] === "y");
const c1 = await g.updateState(mid.config, { a: ["forked"] }); say((await g.getState(c1)).next, (await g.getState(c1)).values, (await g.getState(c1)).metadata);
calls = []; say(await g.invoke(null, c1)); say(await g.invoke(new Command({ resume: 2 }), t(1)), calls);
const c2 = await g.updateState(mid.config, { a: ["as z"] }, "z"); say((await g.getState(c2)).next); say(await g.invoke(null, c2));
const c3 = await g.updateState(mid.config, null, "__copy__"); say((await g.getState(c3)).next, (await g.getState(c3)).metadata.source);
say((await all(g.getStateHistory(t(1), { limit: 3 }))).map((s) => [s.metadata.source, s.metadata.step, s.parentConfig?.configurable.checkpoint_id !== undefined]));
say((await all(g.getStateHistory(t(1), { filter: { source: "update" } }))).map((s) => s.metadata.step));
