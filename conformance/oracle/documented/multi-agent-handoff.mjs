// Pins: agents hand over to each other with Commands for the parent graph
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const show = (m) => `${m.getType()}:${m.text}`;
const handoff = (to) => tool(async (_, config) => new Command({ goto: to, graph: Command.PARENT, update: { messages: [new ToolMessage({ content: `to ${to}`, name: `to_${to}`, tool_call_id: config.toolCall.id })] } }), { name: `to_${to}`, description: "h", schema: z.object({}) });
const { ToolNode } = await import("@langchain/langgraph/prebuilt");
const agent = (name, to, plan) => new StateGraph(MessagesAnnotation).addNode("model", (s) => {
  const step = plan.shift();
  return { messages: [step === "go" ? new AIMessage({ name, content: "", tool_calls: [{ id: name + plan.length, name: `to_${to}`, args: {} }] }) : new AIMessage({ name, content: step })] };
})
  .addNode("tools", new ToolNode([handoff(to)]))
  .addEdge(START, "model")
  .addConditionalEdges("model", (s) => s.messages.at(-1).tool_calls?.length ? "tools" : END, ["tools", END])
  .addEdge("tools", "model")
  .compile({ name });
const g = new StateGraph(MessagesAnnotation)
  .addNode("ann", agent("ann", "bob", ["go", "ann ends"]), { ends: ["bob"] })
  .addNode("bob", agent("bob", "ann", ["go"]), { ends: ["ann"] })
  .addEdge(START, "ann")
  .compile({ checkpointer: new MemorySaver() });
const r = await g.invoke({ messages: [["human", "hi"]] }, cfg("h"));
console.log(r.messages.map((m) => `${m.name ?? "-"} ${show(m)}`));
