// Pins: createReactAgent with a fake model: prompt, tools, structured chunks, names of nodes
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { MemorySaver } from "@langchain/langgraph";
import { AIMessage } from "@langchain/core/messages";
import { FakeToolCallingModel } from "langchain";
import { tool } from "@langchain/core/tools";
import { z } from "zod";

const weather = tool(({ city }) => `sunny in ${city}`, { name: "weather", description: "the weather", schema: z.object({ city: z.string() }) });
const model = new FakeToolCallingModel({ toolCalls: [[{ name: "weather", args: { city: "Rome" }, id: "c1" }], []] });
const agent = createReactAgent({ llm: model, tools: [weather], prompt: "be brief", checkpointer: new MemorySaver(), name: "agent" });
const config = { configurable: { thread_id: "1" } };
for await (const chunk of await agent.stream({ messages: [{ role: "user", content: "weather?" }] }, { ...config, streamMode: "updates" })) {
  for (const [node, update] of Object.entries(chunk)) console.log(node, update.messages.map((m) => [m.getType(), m.name, m.content, m.tool_calls?.length]));
}
const state = await agent.getState(config);
console.log(state.values.messages.length, state.next, Object.keys(agent.nodes), agent.name);
