// Pins: what ToolNode makes of what tools return: texts, objects, blocks, undefined, messages, artifacts
import { AIMessage, ToolMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { RunnableLambda } from "@langchain/core/runnables";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

const none = z.object({});
const make = (name, fn, more) => tool(fn, { name, description: name, schema: none, ...more });
const tools = [
  make("text", async () => "plain"),
  make("sync", () => "at once"),
  make("number", async () => 42),
  make("object", async () => ({ a: [1, { b: null }] })),
  make("list", async () => [1, "two"]),
  make("blocks", async () => [{ type: "text", text: "a block" }]),
  make("nothing", async () => undefined),
  make("null", async () => null),
  make("message", async (_, config) => new ToolMessage({ content: "mine", tool_call_id: config.toolCall.id, name: "renamed", status: "error" })),
  make("human", async () => new HumanMessage("no tool message")),
  make("artifact", async () => ["seen", { hidden: true }], { responseFormat: "content_and_artifact" }),
  make("badartifact", async () => "not a pair", { responseFormat: "content_and_artifact" }),
  make("generator", async function* () { yield "progress"; return "done"; }),
];
const node = new ToolNode(tools);
const tool_calls = tools.map((t, i) => ({ name: t.name, args: {}, id: `c${i}`, type: "tool_call" }));
const { messages } = await node.invoke({ messages: [new AIMessage({ content: "", tool_calls })] });
for (const m of messages) console.log(m.name, m.tool_call_id, m.status, m.content, m.artifact, m.constructor.name);

const runnable = RunnableLambda.from((input) => ({ got: input })).withConfig({ runName: "lambda" });
runnable.name = "plainRunnable";
const other = new ToolNode([runnable]);
console.log((await other.invoke([new AIMessage({ content: "", tool_calls: [{ name: "plainRunnable", args: { q: 1 }, id: "r1" }] })]))[0].content);
