// Pins: an agent with a prompt by its config, streamed
import { MemorySaver } from "@langchain/langgraph";
import { SystemMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const show = (m) => `${m.getType()}:${m.text}`;
const { createReactAgent } = await import("@langchain/langgraph/prebuilt");
const { FakeToolCallingModel } = await import("langchain");
const w = tool(({ city }, c) => `sunny in ${city} for ${c.configurable.user}`, { name: "weather", description: "w", schema: z.object({ city: z.string() }) });
const a = createReactAgent({ llm: new FakeToolCallingModel({ toolCalls: [[{ id: "1", name: "weather", args: { city: "sf" } }], []] }), tools: [w], prompt: (s, c) => [new SystemMessage("you serve " + c.configurable.user), ...s.messages], checkpointer: new MemorySaver() });
for (const c of await chunks(a.stream({ messages: [["human", "sf?"]] }, { ...cfg("1", { user: "ann" }), streamMode: "updates" }))) console.log(Object.entries(c).map(([k, v]) => [k, v.messages.map(show)]));
