// Pins: returnDirect ends the agent; interruptBefore and interruptAfter; recursion limit; agent as a node; inline names
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { tool } from "@langchain/core/tools";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createReactAgent, withAgentName } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

class Model extends BaseChatModel {
  constructor(f) { super(f); this.calls = f.calls; this.endless = f.endless; }
  _llmType() { return "m"; }
  bindTools() { return this; }
  async _generate(messages) {
    console.log("asked", messages.map((m) => [m.name, m.content]));
    const again = this.endless || messages.at(-1).getType() !== "tool";
    return { generations: [{ text: "", message: new AIMessage({ content: again ? "" : "end", tool_calls: again ? this.calls.map((name, i) => ({ name, args: {}, id: `${name}${i}`, type: "tool_call" })) : [] }) }] };
  }
}
const direct = tool(async () => "the answer", { name: "direct", description: "d", schema: z.object({}), returnDirect: true });
const normal = tool(async () => "a fact", { name: "normal", description: "n", schema: z.object({}) });
const tools = [direct, normal];
for (const calls of [["direct"], ["normal"], ["direct", "normal"], ["normal", "direct"]]) {
  const { messages } = await createReactAgent({ llm: new Model({ calls }), tools }).invoke({ messages: "q" });
  console.log(calls, messages.map((m) => m.content));
}
const paused = createReactAgent({ llm: new Model({ calls: ["normal"] }), tools, checkpointer: new MemorySaver(), interruptBefore: ["tools"], interruptAfter: ["tools"] });
const config = { configurable: { thread_id: "1" } };
await paused.invoke({ messages: "q" }, config);
console.log((await paused.getState(config)).next);
await paused.invoke(null, config);
console.log((await paused.getState(config)).next);
console.log((await paused.invoke(null, config)).messages.length);
await createReactAgent({ llm: new Model({ calls: ["normal"], endless: true }), tools }).invoke({ messages: "q" }, { recursionLimit: 4 }).catch((e) => console.log(e.name, e.message.split("\n")[0]));
const inner = createReactAgent({ llm: new Model({ calls: ["normal"] }), tools, name: "inner" });
const outer = new StateGraph(MessagesAnnotation).addNode("inner", inner).addEdge(START, "inner").compile();
for await (const [ns, chunk] of await outer.stream({ messages: [new HumanMessage("q")] }, { streamMode: "updates", subgraphs: true })) console.log(ns.map((n) => n.split(":")[0]), Object.keys(chunk));
const named = createReactAgent({ llm: new Model({ calls: ["normal"] }), tools, name: "namer", includeAgentName: "inline" });
const { messages } = await named.invoke({ messages: [new HumanMessage("q"), new AIMessage({ content: "earlier", name: "other" }), new AIMessage({ content: [{ type: "text", text: "blocks" }], name: "third" }), new HumanMessage({ content: "r", name: "me" })] });
console.log(messages.map((m) => [m.name, m.content]));
try { withAgentName(new Model({}), "other"); } catch (e) { console.log(e.message); }
