// Pins: toolCallLimitMiddleware and modelCallLimitMiddleware: every exit, per tool, per run and per thread, what they refuse
import { AIMessage, HumanMessage, createAgent, fakeModel, modelCallLimitMiddleware, tool, toolCallLimitMiddleware } from "langchain";
import { MemorySaver } from "@langchain/langgraph";
import * as z from "zod";

const make = (name) => tool(async () => name, { name, description: name, schema: z.object({}) });
const tools = [make("a"), make("b")];
const calls = (...names) => names.map((name, i) => ({ name, args: {}, id: `${name}${i}` }));
const run = async (label, middleware, rounds, more = {}) => {
  const model = fakeModel();
  for (const r of rounds) Array.isArray(r) ? model.respondWithTools(calls(...r)) : model.respond(new AIMessage(r));
  try {
    const agent = createAgent({ model, tools, middleware: [middleware()], checkpointer: new MemorySaver() });
    for (let i = 0; i < (more.times ?? 1); i++) {
      const { messages, ...rest } = await agent.invoke({ messages: [new HumanMessage("q")] }, { configurable: { thread_id: "1" }, context: more.context });
      console.log(label, JSON.stringify(messages.slice(1).map((m) => [m.getType(), m.name, m.status, m.getType() === "ai" && m.tool_calls.length ? m.tool_calls.map((c) => c.id) : m.content])), JSON.stringify(rest));
    }
  } catch (e) {
    console.log(label, e.name, e.message);
  }
};
await run("run limit", () => toolCallLimitMiddleware({ runLimit: 1 }), [["a"], ["b"], "end"]);
await run("at once", () => toolCallLimitMiddleware({ runLimit: 1 }), [["a", "b"], "end"]);
await run("one tool", () => toolCallLimitMiddleware({ toolName: "a", runLimit: 1 }), [["a", "b"], ["a", "b"], "end"]);
await run("error", () => toolCallLimitMiddleware({ runLimit: 1, exitBehavior: "error" }), [["a"], ["b"], "end"]);
await run("end", () => toolCallLimitMiddleware({ runLimit: 1, threadLimit: 3, exitBehavior: "end" }), [["a"], ["a"], "end"]);
await run("end, one tool", () => toolCallLimitMiddleware({ toolName: "a", threadLimit: 0, exitBehavior: "end" }), [["a"], "end"]);
await run("end with others", () => toolCallLimitMiddleware({ toolName: "a", threadLimit: 0, exitBehavior: "end" }), [["a", "b"], "end"]);
await run("thread", () => toolCallLimitMiddleware({ threadLimit: 2 }), [["a"], "end", ["a", "a"], "end"], { times: 2 });
for (const bad of [{}, { runLimit: 3, threadLimit: 2 }, { runLimit: 1, exitBehavior: "stop" }]) await run("bad", () => toolCallLimitMiddleware(bad), []);
await run("model run", () => modelCallLimitMiddleware({ runLimit: 1 }), [["a"], "end"]);
await run("model run error", () => modelCallLimitMiddleware({ runLimit: 1, exitBehavior: "error" }), [["a"], "end"]);
await run("model thread", () => modelCallLimitMiddleware({ threadLimit: 2 }), ["one", "two", "three"], { times: 3 });
await run("model in context", () => modelCallLimitMiddleware(), [["a"], "end"], { context: { runLimit: 1 } });
