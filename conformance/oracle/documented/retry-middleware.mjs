// Pins: middleware that tries models and tools again, or takes another model
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const show = (m) => `${m.getType()}:${m.text}`;
const { createAgent, fakeModel, modelFallbackMiddleware, modelRetryMiddleware, toolRetryMiddleware } = await import("langchain");
let n = 0;
const flaky = tool(() => {
  if (++n < 3) throw new Error("net " + n);
  return "ok " + n;
}, { name: "flaky", description: "f", schema: z.object({}) });
const call = { id: "1", name: "flaky", args: {}, type: "tool_call" };
const a = createAgent({ model: fakeModel().respond(new Error("down")).respond(new AIMessage({ content: "", tool_calls: [call] })).respond(new AIMessage("end")), tools: [flaky], middleware: [modelRetryMiddleware({ maxRetries: 2, initialDelayMs: 1, jitter: false }), toolRetryMiddleware({ maxRetries: 3, initialDelayMs: 1, jitter: false })] });
console.log((await a.invoke({ messages: [["human", "x"]] })).messages.map(show));
const b = createAgent({ model: fakeModel().respond(new Error("first down")), tools: [], middleware: [modelFallbackMiddleware(fakeModel().respond(new AIMessage("second")))] });
console.log((await b.invoke({ messages: [["human", "x"]] })).messages.map(show));
