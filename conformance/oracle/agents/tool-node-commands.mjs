// Pins: tools that return Commands: updates, goto, several at once, Sends to the parent joined into one
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Annotation, Command, END, MessagesAnnotation, Send, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

const State = Annotation.Root({ ...MessagesAnnotation.spec, user: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const answer = (config, content) => new ToolMessage({ content, tool_call_id: config.toolCall.id, name: config.toolCall.name });
const setUser = tool(async ({ name }, config) => new Command({ update: { user: name, messages: [answer(config, `set ${name}`)] } }),
  { name: "set_user", description: "s", schema: z.object({ name: z.string() }) });
const jump = tool(async (_, config) => new Command({ goto: "extra", update: { messages: [answer(config, "jumping")], log: ["jump"] } }),
  { name: "jump", description: "j", schema: z.object({}) });
const plain = tool(async () => "plain", { name: "plain", description: "p", schema: z.object({}) });
const up = tool(async ({ to }) => new Command({ graph: Command.PARENT, goto: [new Send("worker", { job: to })] }),
  { name: "up", description: "u", schema: z.object({ to: z.string() }) });

const call = (name, args, id) => ({ name, args, id, type: "tool_call" });
const node = new ToolNode([setUser, jump, plain, up]);
const direct = await node.invoke([new AIMessage({ content: "", tool_calls: [call("plain", {}, "1"), call("set_user", { name: "Ann" }, "2")] })]);
console.log(direct.map((o) => (Array.isArray(o) ? o[0].content : [o.constructor.name, Object.keys(o.update)])));

const graph = (calls) => new StateGraph(State)
  .addNode("agent", () => ({ messages: [new AIMessage({ content: "", tool_calls: calls })] }))
  .addNode("tools", node, { ends: ["extra", END] })
  .addNode("extra", () => ({ log: ["extra"] }))
  .addEdge(START, "agent").addEdge("agent", "tools").compile();
const show = (chunk) => JSON.stringify(chunk, (k, v) => (v?.lc ? [v.id.at(-1), v.kwargs.content] : v));
for (const calls of [
  [call("set_user", { name: "Ann" }, "1")],
  [call("set_user", { name: "Ann" }, "1"), call("plain", {}, "2")],
  [call("plain", {}, "1"), call("jump", {}, "2"), call("jump", {}, "3")],
]) {
  for await (const chunk of await graph(calls).stream({}, { streamMode: "updates" })) console.log(show(chunk));
  const { user, log, messages } = await graph(calls).invoke({});
  console.log(user, log, messages.map((m) => m.content));
}
const Parent = Annotation.Root({ done: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const sub = graph([call("up", { to: "a" }, "1"), call("up", { to: "b" }, "2")]);
const parent = new StateGraph(Parent)
  .addNode("sub", sub, { ends: ["worker"] })
  .addNode("worker", ({ job }) => ({ done: [job] }))
  .addEdge(START, "sub").compile();
console.log(await parent.invoke({}));
