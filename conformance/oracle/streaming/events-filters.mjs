// Pins: what include and exclude filters leave of streamEvents
import { StateGraph, MessagesAnnotation, START } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const model = new FakeListChatModel({ responses: ["ab"] });
const t = tool(async () => "r", { name: "t", description: "d", schema: z.object({}), tags: ["tooltag"] });
const graph = new StateGraph(MessagesAnnotation)
  .addNode("call", async (s, c) => ({ messages: [await model.invoke("x", { ...c, tags: ["modeltag"], runName: "named" })] }))
  .addNode("tools", async (s, c) => { await t.invoke({}, c); return {}; })
  .addEdge(START, "call").addEdge("call", "tools").compile();
for (const filter of [
  { includeNames: ["named"] }, { includeTypes: ["tool"] }, { includeTags: ["modeltag"] }, { includeTags: ["tooltag"], includeNames: ["call"] },
  { excludeNames: ["__start__", "LangGraph", "call"] }, { excludeTypes: ["chain"] }, { excludeTags: ["langsmith:hidden", "modeltag"] }, { includeTypes: ["chat_model"], excludeTags: ["modeltag"] },
]) {
  const seen = [];
  for await (const e of graph.streamEvents({ messages: ["hi"] }, { version: "v2" }, filter)) seen.push(e.event + " " + e.name);
  console.log(JSON.stringify(filter), seen);
}
