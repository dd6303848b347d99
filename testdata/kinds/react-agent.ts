// An agent of createReactAgent whose tool asks.
import { tool } from "@langchain/core/tools";
import { Command, MemorySaver, interrupt } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { Model } from "./model";

const send = tool(({ to }) => `sent to ${to}: ${interrupt({ send: to })}`, { name: "send", description: "sends", schema: z.object({ to: z.string() }) });
const make = (more: any = {}) => createReactAgent({ llm: new Model({ name: "send", args: { to: "bob" } }), tools: [send], ...more });
export const agent = make();

if (import.meta.main) {
  const graph = make({ checkpointSaver: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke({ messages: [{ role: "user", content: "write to bob" }] }, config);
  const { messages } = await graph.invoke(new Command({ resume: "yes" }), config);
  console.log(JSON.stringify(messages.map((m: any) => m.content)));
}
