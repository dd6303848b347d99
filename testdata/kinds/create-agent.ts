// An agent of createAgent whose tool calls a person approves, with middleware that has a state.
import { createAgent, createMiddleware, humanInTheLoopMiddleware, tool } from "langchain";
import { Command, MemorySaver } from "@langchain/langgraph";
import { z } from "zod";
import { Model } from "./model";

const send = tool(({ to }) => `sent to ${to}`, { name: "send", description: "sends", schema: z.object({ to: z.string() }) });
const counts = createMiddleware({
  name: "counts", stateSchema: z.object({ turns: z.number().default(10) }),
  afterModel: (state: any) => ({ turns: state.turns + 1 }),
});
const make = (more: any = {}) => createAgent({
  model: new Model({ name: "send", args: { to: "bob" } }), tools: [send],
  middleware: [humanInTheLoopMiddleware({ interruptOn: { send: { allowedDecisions: ["approve", "reject"] } } }), counts], ...more,
});
export const agent = make();

if (import.meta.main) {
  const graph = make({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke({ messages: [{ role: "user", content: "write to bob" }] }, config);
  const { messages, turns }: any = await graph.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), config);
  console.log(JSON.stringify([...messages.map((m: any) => m.content), turns]));
}
