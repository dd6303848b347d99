// Pins: what is cached of nodes and tasks, by key, and after it was cleared
import { Annotation, entrypoint, START, StateGraph, task } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";
const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const S = Annotation.Root({ a: list(), b: Annotation() });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const show = async (it) => { for await (const x of it) say(x); };
let n = 0;
const cache = new InMemoryCache();
const g = new StateGraph(S).addNode("c", (s) => ({ a: ["c" + ++n] }), { cachePolicy: { keyFunc: (s) => String(s[0]?.b ?? s.b) , ttl: 100 } }).addNode("d", () => ({ a: ["d" + ++n] }), { cachePolicy: true }).addEdge(START, "c").addEdge("c", "d").compile({ cache });
for (const b of [1, 1, 2, 1]) { await show(await g.stream({ b }, { streamMode: "updates" })); }
await cache.clear([]);
await show(await g.stream({ b: 1 }, { streamMode: ["updates", "tasks"] }));
const ft = task({ name: "ft", cachePolicy: { ttl: 100 } }, async (x) => { n++; return x * n; });
const e = entrypoint({ name: "e", cache }, async (x) => [await ft(x), await ft(x), await ft(x + 1)]);
say(await e.invoke(2)); say(await e.invoke(2));
