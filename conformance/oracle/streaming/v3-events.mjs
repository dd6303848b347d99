// Pins: streamEvents v3: the events of a run with models, whole messages, custom chunks and a subgraph
import { StateGraph, MessagesAnnotation, START, MemorySaver } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const model = new FakeListChatModel({ responses: ["ab", "cd"] });
const t = tool(async ({ q }) => "t " + q, { name: "t", description: "d", schema: z.object({ q: z.string() }) });
const sub = new StateGraph(MessagesAnnotation).addNode("deep", async () => ({ messages: [await model.invoke("x")] })).addEdge(START, "deep").compile();
const graph = new StateGraph(MessagesAnnotation)
  .addNode("call", async (s, c) => { c.writer({ custom: 1 }); c.writer({ name: "n", payload: 2 }); c.writer("text"); return { messages: [await model.invoke(s.messages)] }; })
  .addNode("whole", async () => ({ messages: [new AIMessage({ content: "whole", id: "w" })] }))
  .addNode("tools", async () => { await t.invoke({ q: "1" }); await t.invoke({ type: "tool_call", id: "c1", name: "t", args: { q: "2" } }); return {}; })
  .addNode("sub", sub)
  .addEdge(START, "call").addEdge("call", "whole").addEdge("whole", "tools").addEdge("tools", "sub").compile({ checkpointer: new MemorySaver() });
const show = (v) => JSON.stringify(v, (k, x) => k === "timestamp" ? 0 : x?.lc === 1 ? x.id.at(-1) + ":" + JSON.stringify(x.kwargs.content) : x).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U");
const run = await graph.streamEvents({ messages: ["in"] }, { version: "v3", configurable: { thread_id: "1" } });
console.log(run.constructor.name, Object.keys(run), run.path, run.interrupted, run.interrupts);
for await (const e of run) console.log(show(e));
