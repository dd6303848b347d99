// Pins: to-do lists of agents, and limits of tool calls
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const show = (m) => `${m.getType()}:${m.text}`;
const { createAgent, fakeModel, todoListMiddleware, modelCallLimitMiddleware, toolCallLimitMiddleware } = await import("langchain");
const call = (id, name, args) => ({ id, name, args, type: "tool_call" });
const a = createAgent({ model: fakeModel().respond(new AIMessage({ content: "", tool_calls: [call("1", "write_todos", { todos: [{ content: "x", status: "in_progress" }] })] })).respond(new AIMessage("done")), tools: [], middleware: [todoListMiddleware(), modelCallLimitMiddleware({ runLimit: 5 })] });
const r = await a.invoke({ messages: [["human", "plan"]] });
console.log(r.todos, r.messages.map((m) => m.getType()));
console.log(Object.keys(r).sort());
const b = createAgent({ model: fakeModel().respond(new AIMessage({ content: "", tool_calls: [call("1", "t", {})] })).respond(new AIMessage({ content: "", tool_calls: [call("2", "t", {})] })).respond(new AIMessage("end")), tools: [tool(() => "ok", { name: "t", description: "t", schema: z.object({}) })], middleware: [toolCallLimitMiddleware({ runLimit: 1 })] });
console.log((await b.invoke({ messages: [["human", "go"]] })).messages.map((m) => [show(m), m.status]));
