// Pins: zod objects of every form as a state: strict, loose, refined, coercing, asynchronous; inputs that are no objects
// Differs: a check of zod that takes time is awaited, as that of a StateSchema is; the library refuses it
import { START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";
const run = async (label, S, input, update, opts) => { try { const g = new StateGraph(S).addNode("x", () => update).addEdge(START, "x").compile(); console.log(label, await g.invoke(input, opts)); } catch (e) { console.log(label, e.name, e.message); } };
await run("strict", z.strictObject({ a: z.number() }), { a: 1, b: 2 }, { a: 3, q: 1 });
await run("loose", z.looseObject({ a: z.number() }), { a: 1, b: 2 }, { a: 3, q: 1 });
await run("refined", z.object({ a: z.number() }).refine((v) => v.a > 3, "too small"), { a: 1 }, { a: 2 });
await run("catch", z.object({ a: z.number().catch(7) }), { a: "x" }, { a: "y" });
await run("preprocess", z.object({ a: z.preprocess((v) => Number(v), z.number()) }), { a: "3" }, { a: "4" });
await run("prefault", z.object({ a: z.string().prefault("p"), b: z.string().optional() }), {}, { b: undefined });
await run("nullable", z.object({ a: z.string().nullable(), b: z.string().nullish() }), { a: null }, { b: null });
await run("union", z.object({ a: z.union([z.string(), z.number()]) }), { a: true }, { a: 1 });
await run("discriminated", z.object({ a: z.discriminatedUnion("t", [z.object({ t: z.literal("x"), v: z.number() }), z.object({ t: z.literal("y") })]) }), { a: { t: "x", v: 1, more: 1 } }, { a: { t: "z" } });
await run("date", z.object({ a: z.date(), m: z.map(z.string(), z.number()).optional() }), { a: new Date(0) }, { m: new Map([["k", 1]]) });
await run("async", z.object({ a: z.string().refine(async (v) => v.length > 2) }), { a: "abc" }, { a: "x" });
await run("extend", z.object({ a: z.number() }).extend({ b: z.string() }).partial(), { a: 1 }, { b: 2 });
await run("pick", z.object({ a: z.number(), c: z.string() }).pick({ a: true }), { a: 1, c: "c" }, { c: "d", a: 9 });
await run("nested default", z.object({ a: z.object({ b: z.number().default(3) }).optional() }), { a: {} }, { a: {} });
await run("pipe", z.object({ a: z.string().pipe(z.coerce.number()) }), { a: "5" }, { a: "6" });
await run("lazy", z.object({ get a() { return z.array(z.string()).optional(); } }), { a: ["x"] }, { a: [1] });
await run("input not object", z.object({ a: z.number().optional() }), "text", { a: 1 });
await run("input array", z.object({ a: z.number().optional() }), [1], { a: 1 });
await run("ctx", z.object({ a: z.any() }), { a: 1 }, { a: undefined }, { context: { x: 1 } });
