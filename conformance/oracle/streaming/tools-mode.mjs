// Pins: the tools stream mode: starts, ends and errors of tools, with and without a tool call, in subgraphs
import { StateGraph, Annotation, START } from "@langchain/langgraph";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const State = Annotation.Root({ x: Annotation() });
const add = tool(async ({ a, b }) => a + b, { name: "add", description: "d", schema: z.object({ a: z.number(), b: z.number() }) });
const bad = tool(async () => { throw new Error("broken"); }, { name: "bad", description: "d", schema: z.object({}) });
const sub = new StateGraph(State).addNode("deep", async () => ({ x: await add.invoke({ a: 5, b: 6 }) })).addEdge(START, "deep").compile();
const graph = new StateGraph(State)
  .addNode("one", async (s, c) => ({ x: await add.invoke({ a: 1, b: 2 }, c) }))
  .addNode("two", async () => { const m = await add.invoke({ type: "tool_call", id: "call_1", name: "add", args: { a: 3, b: 4 } }); return { x: m.content }; })
  .addNode("three", async () => { try { await bad.invoke({}); } catch (e) { return { x: e.message }; } })
  .addNode("sub", sub)
  .addEdge(START, "one").addEdge("one", "two").addEdge("two", "three").addEdge("three", "sub").compile();
const show = (v) => JSON.stringify(v, (k, x) => x instanceof Error ? "Error: " + x.message : x?.lc_serializable ? x.content : x);
for await (const c of await graph.stream({ x: 0 }, { streamMode: "tools" })) console.log(show(c));
for await (const [ns, mode, c] of await graph.stream({ x: 0 }, { streamMode: ["tools", "updates"], subgraphs: true })) console.log(ns.map((n) => n.replace(/:.*/, "")), mode, show(c));
