// Pins: messages mode with models in parallel nodes, in subgraphs, in tools, in Send tasks: who says what
import { StateGraph, MessagesAnnotation, Annotation, START, Send } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const say = (text, options) => new FakeListChatModel({ responses: [text], ...options });
const t = tool(async () => (await say("tool").invoke("x")).content, { name: "t", description: "d", schema: z.object({}) });
const sub = new StateGraph(MessagesAnnotation).addNode("deep", async () => ({ messages: [await say("deep").invoke("x")] })).addEdge(START, "deep").compile();
const State = Annotation.Root({ ...MessagesAnnotation.spec, i: Annotation() });
const graph = new StateGraph(State)
  .addNode("left", async () => ({ messages: [await say("left", { sleep: 3 }).invoke("x")] }))
  .addNode("right", async () => ({ messages: [await say("right", { sleep: 3 }).invoke("x")] }))
  .addNode("sub", sub).addNode("calls", async () => ({ messages: (await sub.invoke({ messages: [] })).messages }))
  .addNode("tools", async () => { await t.invoke({}); return {}; })
  .addNode("worker", async (s) => ({ messages: [await say("w" + s.i).invoke("x")] }))
  .addEdge(START, "left").addEdge(START, "right").addEdge(["left", "right"], "sub").addEdge("sub", "calls").addEdge("calls", "tools")
  .addConditionalEdges("tools", () => [new Send("worker", { i: 1 }), new Send("worker", { i: 2 })])
  .compile();
const texts = {};
for await (const [m, meta] of await graph.stream({ messages: [] }, { streamMode: "messages" })) {
  const at = meta.langgraph_checkpoint_ns.replace(/:[0-9a-f-]{36}/g, "") + " " + meta.langgraph_node + " " + meta.langgraph_step;
  (texts[at + " " + m.id] ??= []).push(m.content);
}
console.log(Object.entries(texts).map(([k, v]) => k.replace(/ run-.*/, "") + ": " + v.join("")).sort());
const ns = [];
for await (const [n, [m]] of await graph.stream({ messages: [] }, { streamMode: "messages", subgraphs: true })) ns.push(n.map((p) => p.replace(/:.*/, "")).join("|"));
console.log([...new Set(ns)].sort());
