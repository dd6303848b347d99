// Pins: tools read the state and write it with Commands
import { Annotation, Command, MessagesAnnotation, START, StateGraph, getCurrentTaskInput } from "@langchain/langgraph";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const show = (m) => `${m.getType()}:${m.text}`;
const { ToolNode } = await import("@langchain/langgraph/prebuilt");
const S = Annotation.Root({ ...MessagesAnnotation.spec, user: Annotation() });
const look = tool((_, c) => {
  const s = getCurrentTaskInput();
  return `${s.user} ${s.messages.length}`;
}, { name: "look", description: "l", schema: z.object({}) });
const set = tool(({ name }, c) => new Command({ update: { user: name, messages: [new ToolMessage({ content: "set", tool_call_id: c.toolCall.id })] } }), { name: "set", description: "s", schema: z.object({ name: z.string() }) });
const g = new StateGraph(S).addNode("tools", new ToolNode([look, set])).addEdge(START, "tools").compile();
const call = (id, name, args = {}) => ({ id, name, args, type: "tool_call" });
const r = await g.invoke({ user: "ann", messages: [new AIMessage({ content: "", tool_calls: [call("1", "look"), call("2", "set", { name: "bob" }), call("3", "none")] })] });
console.log(r.user, r.messages.map((m) => [show(m), m.status]));
