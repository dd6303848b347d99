// Pins: an agent calls another one as a tool, and both are streamed
import { MemorySaver } from "@langchain/langgraph";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const show = (m) => `${m.getType()}:${m.text}`;
const { createAgent, fakeModel } = await import("langchain");
const call = (id, name, args) => ({ id, name, args, type: "tool_call" });
const math = createAgent({ name: "math", model: fakeModel().respond(new AIMessage("42")), tools: [] });
const ask = tool(async ({ q }) => (await math.invoke({ messages: [["human", q]] })).messages.at(-1).text, { name: "ask_math", description: "m", schema: z.object({ q: z.string() }) });
const boss = createAgent({ name: "boss", model: fakeModel().respond(new AIMessage({ content: "", tool_calls: [call("1", "ask_math", { q: "6*7" })] })).respond((ms) => new AIMessage("it is " + ms.at(-1).text)), tools: [ask], checkpointer: new MemorySaver() });
for (const [ns, mode, c] of await chunks(boss.stream({ messages: [["human", "6*7?"]] }, { ...cfg("1"), streamMode: ["updates"], subgraphs: true }))) console.log(ns.length, mode, Object.entries(c).map(([k, v]) => [k, v.messages?.map((m) => `${m.name} ${show(m)}`)]));
