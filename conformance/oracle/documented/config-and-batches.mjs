// Pins: what nodes see of a config, of withConfig and of batches
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod"; const list = () => Annotation({ reducer: (x, y) => x.concat(y), default: () => [] });
const S = Annotation.Root({ a: list(), b: Annotation() });
const drop = (k, v) => ["timestamp", "created_at", "ts", "checkpoint_id", "run_id", "thread_ts"].includes(k) ? undefined : k === "id" && typeof v === "string" && v.length > 20 ? "ID" : v;
const j = (x) => JSON.stringify(x, drop)?.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
const say = (...x) => console.log(...x.map((v) => typeof v === "string" ? v : j(v)));
const g = new StateGraph(S, z.object({ user: z.string().optional() })).addNode("n", (s, c) => ({ a: [c.tags, c.metadata, c.configurable?.user ?? null, c.context ?? null, c.recursionLimit, c.runName ?? null].map((x) => j(x) ?? "u") })).addEdge(START, "n").compile();
const clean = (x) => say(x.a);
clean(await g.invoke({}, { tags: ["t"], metadata: { m: 1 }, configurable: { user: "u" }, context: { user: "c" }, recursionLimit: 7, runName: "R" }));
clean(await g.withConfig({ tags: ["w"], metadata: { w: 1 }, configurable: { user: "w" } }).invoke({}, { tags: ["t2"] }));
for (const r of await g.batch([{ b: 1 }, { b: 2 }], [{ tags: ["1"] }, { tags: ["2"] }])) say(r.b, r.a[0]);
say(await g.batch([{ a: 5 }, { b: 2 }], {}, { returnExceptions: true }).then((l) => l.map((x) => x instanceof Error ? x.name : x.b)).catch((e) => e.name));
for await (const x of await g.stream({}, { streamMode: "debug" })) say(x.type, Object.keys(x.payload).sort());
