// Pins: the order of middleware hooks and wrappers, state of their own, jumpTo
import { AIMessage, FakeToolCallingModel, createAgent, createMiddleware, tool } from "langchain";
import { z } from "zod";

const events = [];
const named = (name) =>
  createMiddleware({
    name,
    stateSchema: z.object({ [`${name}Count`]: z.number().default(0) }),
    beforeAgent: () => void events.push(`${name} beforeAgent`),
    beforeModel: (state) => {
      events.push(`${name} beforeModel ${state[`${name}Count`]}`);
      return { [`${name}Count`]: state[`${name}Count`] + 1 };
    },
    afterModel: () => void events.push(`${name} afterModel`),
    afterAgent: () => void events.push(`${name} afterAgent`),
    wrapModelCall: async (request, handler) => {
      events.push(`${name} wrapModel in ${request.messages.length}`);
      const response = await handler(request);
      events.push(`${name} wrapModel out`);
      return response;
    },
    wrapToolCall: async (request, handler) => {
      events.push(`${name} wrapTool in ${request.toolCall.name}`);
      const response = await handler(request);
      events.push(`${name} wrapTool out`);
      return response;
    },
  });
const t = tool(() => "result", { name: "t", description: "t", schema: z.object({}) });
const agent = createAgent({ model: new FakeToolCallingModel({ toolCalls: [[{ name: "t", args: {}, id: "1" }], []] }), tools: [t], middleware: [named("one"), named("two")] });
const out = await agent.invoke({ messages: [{ role: "user", content: "go" }] });
console.log(events);
console.log(out.oneCount, out.twoCount, out.messages.length);
const jumping = createMiddleware({
  name: "jump",
  beforeModel: { canJumpTo: ["end"], hook: () => ({ jumpTo: "end", messages: [new AIMessage({ content: "no model today", id: "j" })] }) },
});
const jumped = await createAgent({ model: new FakeToolCallingModel({ toolCalls: [] }), tools: [], middleware: [jumping] }).invoke({ messages: [{ role: "user", content: "go" }] });
console.log(jumped.messages.map((m) => m.content));
