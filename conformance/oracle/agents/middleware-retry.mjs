// Pins: modelRetryMiddleware, toolRetryMiddleware, toolErrorMiddleware, modelFallbackMiddleware: what is tried again and what is said
import { AIMessage, HumanMessage, createAgent, fakeModel, modelFallbackMiddleware, modelRetryMiddleware, tool, toolErrorMiddleware, toolRetryMiddleware } from "langchain";
import * as z from "zod";

let fails = 0;
let runs = 0;
const flaky = tool(async () => { runs++; if (fails-- > 0) throw new RangeError(`down ${runs}`); return `up after ${runs}`; }, { name: "flaky", description: "f", schema: z.object({}) });
const run = async (label, make, { model, failures = 0 } = {}) => {
  fails = failures;
  runs = 0;
  model ??= fakeModel().respondWithTools([{ name: "flaky", args: {}, id: "c" }]).respond(new AIMessage("end"));
  try {
    const { messages } = await createAgent({ model, tools: [flaky], middleware: [make()] }).invoke({ messages: [new HumanMessage("q")] });
    console.log(label, runs, model.callCount, JSON.stringify(messages.slice(1).map((m) => [m.name, m.status, m.content])));
  } catch (e) {
    console.log(label, runs, e.name, e.constructor.name, e.message);
  }
};
const fast = { initialDelayMs: 1, jitter: false };
const down = (n) => { const m = fakeModel(); for (let i = 0; i < n; i++) m.respond(new TypeError(`no ${i}`)); return m.respond(new AIMessage("back")); };
await run("tool, works", () => toolRetryMiddleware(fast), { failures: 2 });
await run("tool, fails", () => toolRetryMiddleware(fast), { failures: 5 });
await run("tool, error", () => toolRetryMiddleware({ ...fast, onFailure: "error", maxRetries: 1 }), { failures: 5 });
await run("tool, function", () => toolRetryMiddleware({ ...fast, onFailure: (e) => `sorry: ${e.message}`, maxRetries: 0 }), { failures: 5 });
await run("tool, other errors", () => toolRetryMiddleware({ ...fast, retryOn: [TypeError] }), { failures: 5 });
await run("tool, these errors", () => toolRetryMiddleware({ ...fast, retryOn: [RangeError] }), { failures: 1 });
await run("tool, by function", () => toolRetryMiddleware({ ...fast, retryOn: (e) => e.message === "down 1" }), { failures: 5 });
await run("tool, other tools", () => toolRetryMiddleware({ ...fast, tools: ["other"] }), { failures: 1 });
await run("tool, this tool", () => toolRetryMiddleware({ ...fast, tools: [flaky] }), { failures: 1 });
await run("model, works", () => modelRetryMiddleware(fast), { model: down(2) });
await run("model, fails", () => modelRetryMiddleware(fast), { model: down(5) });
await run("model, error", () => modelRetryMiddleware({ ...fast, onFailure: "error", maxRetries: 0 }), { model: down(5) });
await run("model, function", () => modelRetryMiddleware({ ...fast, onFailure: (e) => `gave up: ${e.message}` }), { model: down(5) });
await run("model, not these", () => modelRetryMiddleware({ ...fast, retryOn: [RangeError] }), { model: down(1) });
for (const bad of [{ maxRetries: -1 }, { backoffFactor: "x", jitter: 1 }, { onFailure: "explode" }]) await run("bad", () => modelRetryMiddleware(bad));
await run("error as answer", () => toolErrorMiddleware({ onError: (e, request) => `${request.toolCall.name}: ${e.message}` }), { failures: 1 });
await run("error passed on", () => toolErrorMiddleware({ onError: () => undefined }), { failures: 1 });
await run("error of others", () => toolErrorMiddleware({ tools: ["other"], onError: () => "x" }), { failures: 1 });
await run("fallback", () => modelFallbackMiddleware(down(1), fakeModel().respond(new AIMessage("third"))), { model: down(1) });
await run("no fallback left", () => modelFallbackMiddleware(down(1)), { model: down(1) });
