// Pins: toolsCondition and a loop of a model and tools built by hand
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";

console.log(toolsCondition({ messages: [new AIMessage("done")] }), toolsCondition([new AIMessage({ content: "", tool_calls: [{ name: "t", args: {}, id: "1" }] })]));
const add = tool(({ a, b }) => a + b, { name: "add", description: "adds", schema: z.object({ a: z.number(), b: z.number() }) });
let turn = 0;
const graph = new StateGraph(MessagesAnnotation)
  .addNode("model", () => ({ messages: turn++ === 0 ? new AIMessage({ content: "", id: "a1", tool_calls: [{ name: "add", args: { a: 1, b: 2 }, id: "c1", type: "tool_call" }] }) : new AIMessage({ content: "it is 3", id: "a2" }) }))
  .addNode("tools", new ToolNode([add]))
  .addEdge(START, "model")
  .addConditionalEdges("model", toolsCondition, ["tools", END])
  .addEdge("tools", "model")
  .compile();
for await (const chunk of await graph.stream({ messages: [new HumanMessage("1+2?")] })) {
  for (const [node, update] of Object.entries(chunk)) console.log(node, [update.messages].flat().map((m) => [m.getType(), m.content]));
}
