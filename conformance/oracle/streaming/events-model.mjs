// Pins: streamEvents v2 with chat models and tools in nodes, with and without config passed on, and custom events
import { StateGraph, MessagesAnnotation, START } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { tool } from "@langchain/core/tools";
import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch";
import { z } from "zod";
const model = new FakeListChatModel({ responses: ["ab", "cd"] });
const t = tool(async ({ q }, config) => { await dispatchCustomEvent("progress", { q }, config); return "t:" + q; }, { name: "t", description: "d", schema: z.object({ q: z.string() }) });
const graph = new StateGraph(MessagesAnnotation)
  .addNode("call", async (s, config) => ({ messages: [await model.invoke(s.messages, config)] }))
  .addNode("bare", async (s) => ({ messages: [await model.invoke("hi")] }))
  .addNode("tool", async (s) => { await t.invoke({ q: "1" }); await dispatchCustomEvent("from node", [1]); return {}; })
  .addEdge(START, "call").addEdge("call", "bare").addEdge("bare", "tool")
  .compile();
const ids = new Map(); const id = (x) => { if (!ids.has(x)) ids.set(x, ids.size); return ids.get(x); };
const short = (k, v) => v?.lc_serializable && v.content !== undefined ? v.getType() + ":" + v.content : v;
for await (const e of graph.streamEvents({ messages: ["in"] }, { version: "v2" })) {
  console.log(JSON.stringify({ ...e, run_id: id(e.run_id) }, short));
}
