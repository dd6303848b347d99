// Pins: ToolNode: strings, objects, messages, Commands, errors, unknown tools, order of parallel calls
import { Annotation, Command, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";

const wait = tool(async ({ ms }) => {
  await new Promise((r) => setTimeout(r, ms));
  return `waited ${ms}`;
}, { name: "wait", description: "waits", schema: z.object({ ms: z.number() }) });
const object = tool(() => ({ a: [1, 2] }), { name: "object", description: "gives an object", schema: z.object({}) });
const message = tool((_, config) => new ToolMessage({ content: "own message", tool_call_id: config.toolCall.id, name: "message", artifact: { x: 1 } }), { name: "message", description: "m", schema: z.object({}) });
const fail = tool(() => {
  throw new RangeError("tool failed");
}, { name: "fail", description: "fails", schema: z.object({}) });
const nothing = tool(() => undefined, { name: "nothing", description: "n", schema: z.object({}) });
const call = (name, args = {}, id = "c-" + name) => ({ name, args, id, type: "tool_call" });
const node = new ToolNode([wait, object, message, fail, nothing]);
const show = (m) => [m.getType(), m.name, m.tool_call_id, m.content, m.status];
const run = async (...tool_calls) => {
  try {
    const out = await node.invoke({ messages: [new AIMessage({ content: "", tool_calls })] });
    console.log(out.messages.map(show));
  } catch (e) {
    console.log(e.name, e.message);
  }
};
await run(call("wait", { ms: 10 }, "1"), call("wait", { ms: 1 }, "2"));
await run(call("object"));
await run(call("message"));
await run(call("fail"));
await run(call("nothing"));
await run(call("unknown"));
await run(call("wait", { ms: "no number" }));
console.log((await node.invoke([new AIMessage({ content: "", tool_calls: [call("wait", { ms: 0 })] })])).map(show));
await node.invoke({ messages: [] }).catch((e) => console.log(e.name, e.message));
await node.invoke({ messages: [new ToolMessage({ content: "x", tool_call_id: "1" })] }).catch((e) => console.log(e.name, e.message));
const strict = new ToolNode([fail], { handleToolErrors: false });
await strict.invoke({ messages: [new AIMessage({ content: "", tool_calls: [call("fail")] })] }).catch((e) => console.log(e.name, e.message));
const State = Annotation.Root({ ...MessagesAnnotation.spec, note: Annotation() });
const update = tool((_, config) => new Command({ update: { note: "from a tool", messages: [new ToolMessage({ content: "done", tool_call_id: config.toolCall.id })] } }), { name: "update", description: "u", schema: z.object({}) });
const graph = new StateGraph(State).addNode("tools", new ToolNode([update])).addEdge(START, "tools").compile();
const out = await graph.invoke({ messages: [new AIMessage({ content: "", tool_calls: [call("update")], id: "a" })] });
console.log(out.note, out.messages.map((m) => [m.getType(), m.content]));
