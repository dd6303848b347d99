// Pins: the hooks of two middlewares in their order, around models and tools
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const show = (m2) => `${m2.getType()}:${m2.text}`;
const { createAgent, createMiddleware, fakeModel } = await import("langchain");
const log = [];
const m = (name) => createMiddleware({ name, stateSchema: z.object({ count: z.number().default(0) }), beforeAgent: (s) => {
  log.push(name + " ba");
}, beforeModel: (s) => {
  log.push(`${name} bm ${s.count}`);
  return { count: s.count + 1 };
}, afterModel: () => {
  log.push(name + " am");
}, afterAgent: () => {
  log.push(name + " aa");
}, wrapModelCall: async (r2, h) => {
  log.push(name + " in");
  const x = await h(r2);
  log.push(name + " out");
  return x;
}, wrapToolCall: async (r2, h) => {
  log.push(`${name} tool ${r2.toolCall.name}`);
  return h(r2);
} });
const add = tool(({ a }) => a + 1 + "", { name: "add", description: "d", schema: z.object({ a: z.number() }) });
const agent = createAgent({ model: fakeModel().respond(new AIMessage({ content: "", tool_calls: [{ id: "1", name: "add", args: { a: 1 }, type: "tool_call" }] })).respond(new AIMessage("2")), tools: [add], middleware: [m("x"), m("y")] });
const r = await agent.invoke({ messages: [["human", "1+1"]] });
console.log(r.messages.map(show), r.count);
console.log(log.join("\n"));
