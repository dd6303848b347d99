// Pins: beside the real @langchain/core, pictures of graphs with tools, and the state in tools of the real createAgent
import { createAgent, tool } from "langchain";
import { AIMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { MemorySaver, MessagesAnnotation, START, END, StateGraph, getCurrentTaskInput } from "@langchain/langgraph";
import { ToolNode, createReactAgent } from "@langchain/langgraph/prebuilt";
import { z } from "zod";

class Model extends BaseChatModel {
  calls = 0;
  _llmType() { return "model"; }
  bindTools() { return this; }
  async _generate(messages) {
    const message = this.calls++ === 0
      ? new AIMessage({ content: "", tool_calls: [{ name: "look", args: { q: "x" }, id: "c1" }] })
      : new AIMessage(`done ${messages.length}`);
    return { generations: [{ text: "", message }] };
  }
}

const look = tool(async ({ q }, runtime) => {
  console.log(Object.keys(runtime).sort().join());
  console.log(runtime.state.messages.length, runtime.state.user, runtime.toolCallId, runtime.toolCall.name, runtime.context);
  console.log(Object.keys(getCurrentTaskInput(runtime.config ?? runtime)).sort());
  return `found ${q}`;
}, { name: "look", description: "looks", schema: z.object({ q: z.string() }) });

const graph = new StateGraph(MessagesAnnotation)
  .addNode("agent", async () => ({})).addNode("tools", new ToolNode([look]))
  .addEdge(START, "agent").addEdge("agent", "tools").addEdge("tools", END).compile();
console.log(graph.getGraph().drawMermaid());
console.log(JSON.stringify(graph.getGraph().toJSON()));
console.log(createReactAgent({ llm: new Model({}), tools: [look] }).getGraph().drawMermaid());

const agent = createAgent({
  model: new Model({}), tools: [look], stateSchema: z.object({ user: z.string().optional() }),
  contextSchema: z.object({ k: z.string() }), checkpointer: new MemorySaver(),
});
const r = await agent.invoke({ messages: [{ role: "user", content: "hi" }], user: "ann" }, { context: { k: "v" }, configurable: { thread_id: "1" } });
console.log(r.messages.map((m) => [m.getType(), m.content]));
