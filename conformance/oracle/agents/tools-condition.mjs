// Pins: toolsCondition on states and lists, and ToolNode in a loop with it
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

const calls = [{ name: "now", args: {}, id: "1", type: "tool_call" }];
const ai = new AIMessage({ content: "", tool_calls: calls });
console.log(toolsCondition([ai]), toolsCondition({ messages: [ai] }), toolsCondition([new HumanMessage("x")]), toolsCondition([new AIMessage("x")]), toolsCondition([]) === END);
const now = tool(async () => "noon", { name: "now", description: "now", schema: z.object({}) });
const graph = new StateGraph(MessagesAnnotation)
  .addNode("agent", ({ messages }) => ({ messages: [messages.at(-1).getType() === "human" ? new AIMessage({ content: "", tool_calls: calls }) : new AIMessage(`It is ${messages.at(-1).content}`)] }))
  .addNode("tools", new ToolNode([now]))
  .addEdge(START, "agent").addConditionalEdges("agent", toolsCondition, ["tools", END]).addEdge("tools", "agent").compile();
for await (const chunk of await graph.stream({ messages: [new HumanMessage("time?")] }, { streamMode: "updates" })) {
  for (const [node, { messages }] of Object.entries(chunk)) console.log(node, messages.map((m) => [m.getType(), m.content, m.name]));
}
