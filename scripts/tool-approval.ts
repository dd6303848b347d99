// Tool approval: an agent may look orders up as it likes, but a refund asks a person first.
//
// The tool itself calls interrupt(), so nobody can forget to ask, and the answer may correct the amount.
// Each tool call becomes a task of its own: the look-up that is done is stored, and does not happen again
// because the refund beside it had to wait.
//
//   hitlrun run scripts/tool-approval.ts                 # a scripted conversation
//
//   hitlrun start scripts/tool-approval.ts --thread c-7 \
//     --input '{"messages": [{"role": "user", "content": "My kettle from order 1138 leaks."}]}'
//   hitlrun resume --thread c-7 --value '{"approve": true, "amount": 25}'

import { AIMessage, type ToolCall } from "@langchain/core/messages";
import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import { Command, END, MemorySaver, MessagesAnnotation, START, Send, StateGraph, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const look_up = tool(
  ({ order }) => {
    console.log(`looking up order ${order}`);
    return `Order ${order}: a kettle, 39 EUR.`;
  },
  { name: "look_up", description: "Look an order up.", schema: z.object({ order: z.string() }) },
);

const refund = tool(
  ({ order, amount }) => {
    const answer = interrupt({ question: "Pay this refund?", order, amount });
    return answer.approve ? `Refunded ${answer.amount ?? amount} EUR.` : `Refused: ${answer.reason}.`;
  },
  { name: "refund", description: "Pay back.", schema: z.object({ order: z.string(), amount: z.number().positive() }) },
);

const tools: Record<string, StructuredToolInterface> = { look_up, refund };

// Replaces a chat model: it calls both tools, and then reports the results to the customer.
function model({ messages }: typeof MessagesAnnotation.State) {
  const last = messages[messages.length - 1];
  if (last.getType() === "tool") return { messages: new AIMessage(`I looked into it. ${last.content}`) };
  const order = /\d+/.exec(last.text)?.[0] ?? "unknown";
  const call = (name: string, args: object) => ({ type: "tool_call" as const, id: `call_${name}`, name, args });
  const calls = [call("look_up", { order }), call("refund", { order, amount: 39 })];
  return { messages: new AIMessage({ content: "", tool_calls: calls }) };
}

function toolTasks({ messages }: typeof MessagesAnnotation.State) {
  const calls = (messages[messages.length - 1] as AIMessage).tool_calls;
  return calls?.length ? calls.map((call) => new Send("tools", call)) : END;
}

export const graph = new StateGraph(MessagesAnnotation)
  .addNode("model", model)
  .addNode("tools", async (call: ToolCall) => ({ messages: await tools[call.name].invoke(call) }))
  .addEdge(START, "model")
  .addConditionalEdges("model", toolTasks, ["tools", END])
  .addEdge("tools", "model")
  .compile({ checkpointer: new MemorySaver() });

// False when `hitlrun start` loads this file for its graph alone.
if (import.meta.main !== false) {
  for (const answer of [{ approve: true, amount: 25 }, { approve: false, reason: "the warranty is over" }]) {
    const thread = { configurable: { thread_id: `approve-${answer.approve}` } };
    await graph.invoke({ messages: [{ role: "user", content: "My kettle from order 1138 leaks." }] }, thread);

    const { tasks } = await graph.getState(thread);
    console.log("waits for an answer to", tasks[tasks.length - 1].interrupts[0].value);

    const { messages } = await graph.invoke(new Command({ resume: answer }), thread);
    for (const m of messages) console.log(`  ${m.getType()}: ${m.text || "(calls tools)"}`);
  }
}
