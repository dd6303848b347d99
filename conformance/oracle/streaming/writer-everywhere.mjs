// Pins: the writer: in nodes, helpers, after awaits and timers, in subgraphs and tools, and where nobody listens
import { StateGraph, Annotation, START, getWriter, writer } from "@langchain/langgraph";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const State = Annotation.Root({ x: Annotation() });
const helper = async (what) => { await sleep(1); getWriter()?.("helper " + what); };
const t = tool(async ({ q }, config) => { config.writer?.("tool config " + q); await sleep(1); return q; }, { name: "t", schema: z.object({ q: z.string() }) });
const sub = new StateGraph(State).addNode("inner", async (s, c) => { c.writer("sub"); await helper("sub"); return { x: 2 }; }).addEdge(START, "inner").compile();
const ok = new StateGraph(State)
  .addNode("one", async (s, c) => { c.writer({ direct: true }); c.writer(null); c.writer([1, 2]); await helper("one"); await t.invoke({ q: "q" }, c); await Promise.all([helper("a"), helper("b")]); return { x: 1 }; })
  .addNode("sub", sub).addNode("calls", async () => { await sub.invoke({ x: 0 }); return {}; })
  .addEdge(START, "one").addEdge("one", "sub").addEdge("sub", "calls").compile();
for await (const c of await ok.stream({ x: 0 }, { streamMode: "custom" })) console.log(c);
console.log("-- subgraphs");
for await (const [ns, c] of await ok.stream({ x: 0 }, { streamMode: "custom", subgraphs: true })) console.log(ns.map((n) => n.replace(/:.*/, "")), c);
console.log("-- nobody listens");
for await (const c of await ok.stream({ x: 0 })) console.log(c);
console.log(await ok.invoke({ x: 0 }));
const mine = [];
console.log(await ok.invoke({ x: 0 }, { writer: (c) => mine.push(c) }), mine);
try { getWriter(); } catch (e) { console.log(e.message); }
try { writer("x"); } catch (e) { console.log(e.name, e.message); }
