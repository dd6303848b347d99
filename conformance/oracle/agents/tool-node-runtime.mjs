// Pins: what a tool in a ToolNode gets as its second argument: state, id of the call, config, context, store, writer
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Annotation, InMemoryStore, MessagesAnnotation, START, StateGraph, getCurrentTaskInput, getConfig } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

const look = tool(async ({ q }, runtime) => {
  runtime.writer?.({ said: q });
  await runtime.store?.put(["n"], "k", { q });
  return JSON.stringify({
    user: runtime.state?.user, messages: runtime.state?.messages?.length, id: runtime.toolCallId, call: runtime.toolCall, context: runtime.context,
    store: (await runtime.store?.get(["n"], "k"))?.value, tags: runtime.tags, thread: runtime.configurable?.thread_id, node: runtime.metadata?.langgraph_node,
    input: Object.keys(getCurrentTaskInput() ?? {}), same: getConfig().configurable?.thread_id, config: typeof runtime.config?.configurable,
  });
}, { name: "look", description: "Looks", schema: z.object({ q: z.string() }), tags: ["mine"] });
const State = Annotation.Root({ ...MessagesAnnotation.spec, user: Annotation() });
const graph = new StateGraph(State, z.object({ tenant: z.string() }))
  .addNode("agent", () => ({ messages: [new AIMessage({ content: "", tool_calls: [{ name: "look", args: { q: "x" }, id: "c1", type: "tool_call" }] })] }))
  .addNode("tools", new ToolNode([look], { tags: ["node"] }))
  .addEdge(START, "agent").addEdge("agent", "tools")
  .compile({ store: new InMemoryStore() });
const options = { configurable: { thread_id: "t" }, context: { tenant: "acme" }, tags: ["run"], streamMode: ["custom", "values"] };
let last;
for await (const [mode, chunk] of await graph.stream({ user: "Ann" }, options)) {
  if (mode === "custom") console.log(mode, chunk);
  else last = chunk;
}
console.log(JSON.parse(last.messages.at(-1).content));
