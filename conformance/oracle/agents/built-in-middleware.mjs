// Pins: limits of calls, retries of tools, fallback models and PII redaction by the built-in middleware
import { FakeToolCallingModel, createAgent, modelCallLimitMiddleware, piiMiddleware, tool, toolCallLimitMiddleware, toolRetryMiddleware } from "langchain";
import { z } from "zod";

let attempts = 0;
const flaky = tool(() => {
  if (++attempts < 3) throw new Error("attempt " + attempts);
  return "worked at " + attempts;
}, { name: "flaky", description: "f", schema: z.object({}) });
const loop = (n) => new FakeToolCallingModel({ toolCalls: Array.from({ length: n }, (_, i) => [{ name: "flaky", args: {}, id: "c" + i }]).concat([[]]) });
const run = async (name, options) => {
  attempts = 0;
  try {
    const out = await createAgent({ tools: [flaky], ...options }).invoke({ messages: [{ role: "user", content: "mail ann@example.com" }] });
    console.log(name, attempts, out.messages.map((m) => [m.getType(), m.content]));
  } catch (e) {
    console.log(name, "=>", e.name, e.message);
  }
};
await run("retry", { model: loop(1), middleware: [toolRetryMiddleware({ maxRetries: 3, initialDelayMs: 1, jitter: false })] });
await run("model limit", { model: loop(5), middleware: [toolRetryMiddleware({ initialDelayMs: 1, jitter: false }), modelCallLimitMiddleware({ runLimit: 2, exitBehavior: "end" })] });
await run("model limit error", { model: loop(5), middleware: [toolRetryMiddleware({ initialDelayMs: 1, jitter: false }), modelCallLimitMiddleware({ runLimit: 2, exitBehavior: "error" })] });
await run("tool limit", { model: loop(3), middleware: [toolRetryMiddleware({ initialDelayMs: 1, jitter: false }), toolCallLimitMiddleware({ runLimit: 1 })] });
await run("pii", { model: loop(0), middleware: [piiMiddleware("email", { strategy: "redact", applyToInput: true })] });
