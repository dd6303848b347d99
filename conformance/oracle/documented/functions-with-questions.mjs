// Pins: entrypoints: previous values, parallel tasks, questions in loops, history
import { Annotation, Command, entrypoint, getPreviousState, interrupt, MemorySaver, task } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const t = (id, more) => ({ configurable: { thread_id: String(id), ...more } });
const all = async (it) => { const out = []; for await (const x of it) out.push(x); return out; };
const show = async (it) => { for await (const x of it) say(x); };
const add = task("add", async (a, b) => a + b); const ask = task("ask", async (q) => interrupt(q));
const e = entrypoint({ name: "e", checkpointer: new MemorySaver() }, async (x, c) => { const prev = getPreviousState() ?? 0; const s = await Promise.all([add(x, 1), add(x, 2), add(x, 3)]); const ok = interrupt({ s }); const more = interrupt("more"); return entrypoint.final({ value: { s, ok, more, prev }, save: prev + x }); });
for (const i of [1, 2]) { say(await e.invoke(i, t(1))); say((await e.getState(t(1))).next, (await e.getState(t(1))).tasks.map((x) => [x.name, x.interrupts, x.result])); say(await e.invoke(new Command({ resume: "A" }), t(1))); say(await e.invoke(new Command({ resume: "B" }), t(1))); say((await e.getState(t(1))).values); }
const f = entrypoint({ name: "f", checkpointer: new MemorySaver() }, async (x) => { const got = []; for (let i = 0; i < 3; i++) got.push(await ask("q" + i)); return got; });
let r = await f.invoke(0, t(2)); for (let i = 0; i < 3; i++) { say(r); r = await f.invoke(new Command({ resume: "v" + i }), t(2)); } say(r);
await show(await f.stream(0, { ...t(3), streamMode: ["updates", "tasks", "values"] }));
for (const h of await all(e.getStateHistory(t(1)))) say(h.metadata.step, h.metadata.source, h.values, h.next);
