// Pins: Commands: ends, Sends, lists of pairs, with answers and updates
import { Annotation, Command, END, interrupt, isCommand, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const S = Annotation.Root({ a: list(), b: Annotation() });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const t = (id, more) => ({ configurable: { thread_id: String(id), ...more } });
const all = async (it) => { const out = []; for await (const x of it) out.push(x); return out; };
const g = new StateGraph(S).addNode("r", (s) => s.b === "end" ? new Command({ goto: END, update: { a: ["bye"] } }) : s.b === "many" ? new Command({ goto: ["x", new Send("y", { a: ["sent"] })], update: [["a", ["t1"]], ["a", ["t2"]]] }) : new Command({ goto: "x" }), { ends: ["x", "y", END] }).addNode("x", (s) => ({ a: ["x" + s.a.length] })).addNode("y", (s) => ({ a: ["y" + j(s)] })).addEdge(START, "r").compile();
for (const b of ["end", "many", "one"]) { say(await all(await g.stream({ b }, { streamMode: "updates" }))); say(await g.invoke({ b })); }
const q = new StateGraph(S).addNode("q", (s) => { const v = interrupt("go?"); return new Command({ goto: v.to, update: { a: [v.say] } }); }, { ends: ["x", "y"] }).addNode("x", () => ({ a: ["x"] })).addNode("y", () => ({ a: ["y"] })).addEdge(START, "q").compile({ checkpointer: new MemorySaver() });
await q.invoke({}, t(1)); say(await q.invoke(new Command({ resume: { to: "y", say: "hey" }, update: { b: "upd" } }), t(1)));
await q.invoke({}, t(2)); say(await q.invoke(new Command({ update: { b: "only" } }), t(2)), (await q.getState(t(2))).next); say(await q.invoke(new Command({ goto: "x" }), t(2)));
say(isCommand(new Command({})), new Command({ resume: 1, goto: "a", update: { b: 1 } }).toJSON?.());
