// Pins: createAgent with a fake model: messages, system prompt, a tool loop, streaming of nodes
import { FakeToolCallingModel, HumanMessage, createAgent, tool } from "langchain";
import { z } from "zod";

const search = tool(({ query }) => `found ${query}`, { name: "search", description: "searches", schema: z.object({ query: z.string() }) });
const agent = createAgent({ model: new FakeToolCallingModel({ toolCalls: [[{ name: "search", args: { query: "cats" }, id: "c1" }], []] }), tools: [search], systemPrompt: "you are a test" });
const out = await agent.invoke({ messages: [new HumanMessage("look for cats")] });
console.log(out.messages.map((m) => [m.getType(), m.content, m.tool_calls?.map((c) => [c.name, c.args])]));
const again = createAgent({ model: new FakeToolCallingModel({ toolCalls: [[{ name: "search", args: { query: "x" }, id: "c1" }], []] }), tools: [search] });
for await (const chunk of await again.stream({ messages: [{ role: "user", content: "hi" }] }, { streamMode: "updates" })) console.log(Object.keys(chunk), Object.values(chunk).map((u) => u.messages?.length));
