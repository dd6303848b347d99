// Pins: items of a store across threads: filters, pages, namespaces, what is refused
import { Annotation, InMemoryStore, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const S = Annotation.Root({ a: list(), b: Annotation() });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const t = (id, more) => ({ configurable: { thread_id: String(id), ...more } });
const safe = async (f) => { try { say(await f()); } catch (e) { console.log(e.name + ": " + e.message.split("\n")[0]); } };
const store = new InMemoryStore();
const g = new StateGraph(S).addNode("w", async (s, c) => { await c.store.put(["u", c.configurable.user], "k" + s.b, { n: s.b, tag: s.b % 2 ? "odd" : "even" }); return {}; })
  .addNode("r", async (s, c) => ({ a: (await c.store.search(["u"], { filter: { tag: "odd" } })).map((i) => i.namespace.join("/") + ":" + i.key) })).addEdge(START, "w").addEdge("w", "r").compile({ checkpointer: new MemorySaver(), store });
for (const [u, b] of [["x", 1], ["y", 2], ["x", 3]]) say(await g.invoke({ b }, t(u, { user: u })));
say((await store.search(["u"], { limit: 1, offset: 1 })).map((i) => i.key), await store.listNamespaces({ prefix: ["u"] }), (await store.get(["u", "x"], "k1"))?.value, await store.get(["u", "x"], "zz"));
await store.delete(["u", "x"], "k1"); say((await store.search(["u", "x"])).map((i) => [i.key, i.value]));
for (const op of ["$gt", "$gte", "$lt", "$lte", "$ne", "$eq"]) say(op, (await store.search(["u"], { filter: { n: { [op]: 2 } } })).map((i) => i.value.n));
await safe(() => store.put([], "k", {})); await safe(() => store.put(["a.b"], "k", {})); await safe(() => store.put(["langgraph"], "k", {}));
