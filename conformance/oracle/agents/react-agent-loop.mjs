// Pins: createReactAgent: the loop, its chunks in every stream mode, prompts of every kind, names
import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { RunnableLambda } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { createReactAgent, createReactAgentAnnotation } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

class Model extends BaseChatModel {
  _llmType() { return "m"; }
  bindTools(tools) { console.log("bind", tools.map((t) => t.name)); return this; }
  async _generate(messages) {
    console.log("asked", messages.map((m) => `${m.getType()}:${m.content}`).join(" | "));
    const last = messages.at(-1);
    const message = last.getType() === "tool" ? new AIMessage(`got ${messages.filter((m) => m.getType() === "tool").map((m) => m.content)}`)
      : new AIMessage({ content: "", tool_calls: [{ name: "add", args: { a: 1, b: 2 }, id: "c1", type: "tool_call" }, { name: "add", args: { a: 3, b: 4 }, id: "c2", type: "tool_call" }] });
    return { generations: [{ text: "", message }] };
  }
}
const add = tool(async ({ a, b }) => String(a + b), { name: "add", description: "Adds", schema: z.object({ a: z.number(), b: z.number() }) });
const llm = new Model({});
const show = (v) => JSON.stringify(v, (k, x) => (x?.lc ? [x.id.at(-1), x.kwargs.name, x.kwargs.content, x.kwargs.tool_calls?.length] : x));
for (const version of ["v1", "v2"]) {
  const agent = createReactAgent({ llm, tools: [add], name: "adder", version });
  console.log(version, agent.name, agent.getName());
  for await (const chunk of await agent.stream({ messages: [new HumanMessage("sum")] }, { streamMode: version === "v1" ? ["updates", "values"] : ["updates"] })) console.log(show(chunk));
}
const prompts = [
  { prompt: "text" }, { prompt: new SystemMessage("message") }, { prompt: (state) => [new SystemMessage("function"), ...state.messages] },
  { prompt: async (state, config) => [new SystemMessage(`async ${config.configurable.who}`), ...state.messages] },
  { prompt: RunnableLambda.from((state) => [new SystemMessage("runnable"), ...state.messages]) },
  { stateModifier: "older" }, { messageModifier: "oldest" }, { messageModifier: (messages) => [new SystemMessage("fn"), ...messages] },
];
for (const p of prompts) {
  const agent = createReactAgent({ llm, tools: [add], ...p });
  const { messages } = await agent.invoke({ messages: "hi" }, { configurable: { who: "me" } });
  console.log(messages.map((m) => m.getType()).join(), messages.at(-1).name);
}
await createReactAgent({ llm, tools: [add], prompt: "a", stateModifier: "b" }).invoke({ messages: "hi" }).catch((e) => console.log(e.message));
await createReactAgent({ llm, tools: [add], prompt: 42 }).invoke({ messages: "hi" }).catch((e) => console.log(e.message));
console.log(Object.keys(createReactAgentAnnotation().spec));
