// Pins: streamEvents v1 of a graph with a model, a tool and a branch
import { StateGraph, MessagesAnnotation, START, END } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const model = new FakeListChatModel({ responses: ["ab"] });
const t = tool(async ({ q }) => "t:" + q, { name: "t", description: "d", schema: z.object({ q: z.string() }) });
const graph = new StateGraph(MessagesAnnotation)
  .addNode("call", async (s, config) => ({ messages: [await model.invoke(s.messages, config)] }))
  .addNode("tool", async () => { await t.invoke({ q: "1" }); return {}; })
  .addEdge(START, "call").addConditionalEdges("call", () => "tool").addEdge("tool", END)
  .compile();
const ids = new Map(); const id = (x) => { if (!ids.has(x)) ids.set(x, ids.size); return ids.get(x); };
const show = (k, v) => v?.lc === 1 && v.kwargs?.content !== undefined ? v.id.at(-1) + ":" + v.kwargs.content : v;
for await (const e of graph.streamEvents({ messages: ["in"] }, { version: "v1", tags: ["mine"], metadata: { who: "me" } })) console.log(JSON.stringify({ ...e, run_id: id(e.run_id) }, show));
for (const filter of [{ includeTypes: ["llm"] }, { excludeNames: ["__start__", "LangGraph"] }]) {
  const seen = [];
  for await (const e of graph.streamEvents({ messages: ["in"] }, { version: "v1" }, filter)) seen.push(e.event + " " + e.name);
  console.log(seen);
}
