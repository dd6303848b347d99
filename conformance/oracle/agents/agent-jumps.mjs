// Pins: jumpTo of hooks: to the end, the tools, the model; canJumpTo; jumps that are not allowed
import { AIMessage, HumanMessage, createAgent, createMiddleware, fakeModel, tool } from "langchain";
import * as z from "zod";

const t = tool(async () => "tool", { name: "t", description: "t", schema: z.object({}) });
const call = () => new AIMessage({ content: "calls", tool_calls: [{ name: "t", args: {}, id: "c1", type: "tool_call" }] });
const run = async (label, middleware, options = {}) => {
  const model = fakeModel().respond(new AIMessage("first")).respond(new AIMessage("second")).respond(new AIMessage("third"));
  try {
    const agent = createAgent({ model, tools: [t], middleware, ...options });
    const nodes = [];
    let last;
    for await (const [mode, chunk] of await agent.stream({ messages: [new HumanMessage("q")] }, { streamMode: ["updates", "values"], recursionLimit: 12 })) {
      if (mode === "updates") nodes.push(...Object.keys(chunk)); else last = chunk;
    }
    console.log(label, nodes.join(" "), last.messages.map((m) => m.content));
  } catch (e) {
    console.log(label, e.name, e.message.split("\n")[0]);
  }
};
const hook = (name, where, canJumpTo, fn) => createMiddleware({ name, [where]: { canJumpTo, hook: fn } });
await run("beforeAgent end", [hook("m", "beforeAgent", ["end"], () => ({ jumpTo: "end", messages: [new AIMessage("blocked")] }))]);
await run("beforeAgent tools", [hook("m", "beforeAgent", ["tools"], () => ({ jumpTo: "tools", messages: [call()] }))]);
await run("beforeAgent model", [hook("m", "beforeAgent", ["model"], () => ({ jumpTo: "model" })), createMiddleware({ name: "skipped", beforeModel: () => ({ messages: [new AIMessage("before model")] }) })]);
await run("beforeModel end", [hook("m", "beforeModel", ["end"], () => ({ jumpTo: "end" })), createMiddleware({ name: "after", afterAgent: () => ({ messages: [new AIMessage("after agent")] }) })]);
await run("beforeAgent end with afterAgent", [hook("m", "beforeAgent", ["end"], () => ({ jumpTo: "end" })), createMiddleware({ name: "after", afterAgent: () => ({ messages: [new AIMessage("after agent")] }) })]);
await run("afterModel model", [hook("m", "afterModel", ["model"], (s) => (s.messages.length < 3 ? { jumpTo: "model", messages: [new HumanMessage("again"), call()] } : undefined))]);
await run("afterModel end", [hook("m", "afterModel", ["end"], () => ({ jumpTo: "end", messages: [call()] }))]);
await run("afterModel tools", [hook("m", "afterModel", ["tools"], (s) => (s.messages.length < 3 ? { jumpTo: "tools", messages: [call()] } : undefined))]);
await run("second afterModel end", [createMiddleware({ name: "x", afterModel: () => ({ messages: [new AIMessage("x ran")] }) }), hook("m", "afterModel", ["end"], () => ({ jumpTo: "end" }))]);
await run("not allowed", [hook("m", "beforeModel", ["end"], () => ({ jumpTo: "tools" }))]);
await run("not declared", [createMiddleware({ name: "m", beforeModel: () => ({ jumpTo: "end" }) })]);
await run("not declared after", [createMiddleware({ name: "m", afterAgent: () => ({ jumpTo: "model" }) })]);
await run("afterAgent model", [hook("m", "afterAgent", ["model"], (s) => (s.messages.length < 4 ? { jumpTo: "model" } : undefined))]);
await run("unknown target", [hook("m", "beforeModel", ["nowhere"], () => ({ jumpTo: "nowhere" }))]);
await run("tools without tools", [hook("m", "beforeModel", ["tools"], () => ({ jumpTo: "tools" }))], { tools: [] });
await run("terminate", [createMiddleware({ name: "m", beforeModel: () => ({ type: "terminate", error: new Error("stopped") }) })]);
await run("terminate with result", [createMiddleware({ name: "m", beforeModel: { canJumpTo: ["end"], hook: (s) => (s.messages.length < 2 ? { type: "terminate", result: { messages: [new AIMessage("terminated")] }, jumpTo: "end" } : undefined) } })]);
await run("control action", [createMiddleware({ name: "m", beforeModel: () => ({ type: "dance" }) })]);
await run("twice the same", [createMiddleware({ name: "m" }), createMiddleware({ name: "m" })]);
await run("throws", [createMiddleware({ name: "m", beforeModel: () => { throw new RangeError("in hook"); } })]);
