// Pins: review of a tool call: continue, update or feed back, each by a Command
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const show = (m) => `${m.getType()}:${m.text}`;
const buy = tool(({ what }) => `bought ${what}`, { name: "buy", schema: z.object({ what: z.string() }), description: "b" });
const g = new StateGraph(MessagesAnnotation)
  .addNode("model", (s) => s.messages.at(-1).getType() === "human" ? { messages: [new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "buy", args: { what: "tea" } }] })] } : { messages: [new AIMessage("done")] })
  .addNode("review", (s) => {
  const call = s.messages.at(-1).tool_calls[0];
  const a = interrupt({ call });
  if (a.action === "continue") return new Command({ goto: "run" });
  if (a.action === "update") return new Command({ goto: "run", update: { messages: [new AIMessage({ id: s.messages.at(-1).id, content: "", tool_calls: [{ ...call, args: a.args }] })] } });
  return new Command({ goto: "model", update: { messages: [new ToolMessage({ tool_call_id: call.id, name: call.name, content: a.feedback })] } });
}, { ends: ["run", "model"] })
  .addNode("run", async (s) => ({ messages: await Promise.all(s.messages.at(-1).tool_calls.map((c) => buy.invoke({ ...c, type: "tool_call" }))) }))
  .addEdge(START, "model")
  .addConditionalEdges("model", (s) => s.messages.at(-1).tool_calls?.length ? "review" : END, ["review", END])
  .addEdge("run", "model")
  .compile({ checkpointer: new MemorySaver() });
for (const a of [{ action: "continue" }, { action: "update", args: { what: "coffee" } }, { action: "feedback", feedback: "too dear" }]) {
  const c = cfg(a.action);
  await g.invoke({ messages: [["human", "buy"]] }, c);
  console.log((await g.getState(c)).tasks[0].interrupts.map((i) => i.value));
  for (const ch of await chunks(g.stream(new Command({ resume: a }), { ...c, streamMode: "updates" }))) console.log(JSON.stringify(Object.entries(ch).map(([k, v]) => [k, v?.messages?.map(show)])));
}
