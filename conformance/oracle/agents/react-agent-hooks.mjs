// Pins: preModelHook and postModelHook: what the model sees, what stays in the state, where post hooks lead
import { AIMessage, HumanMessage, RemoveMessage, ToolMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { tool } from "@langchain/core/tools";
import { Annotation, Command, MemorySaver, MessagesAnnotation, interrupt } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

class Model extends BaseChatModel {
  _llmType() { return "m"; }
  bindTools() { return this; }
  async _generate(messages) {
    console.log("asked", messages.map((m) => m.content));
    const calls = (n) => Array.from({ length: n }, (_, i) => ({ name: "t", args: { i }, id: `c${i}`, type: "tool_call" }));
    const tools = messages.some((m) => m.getType() === "tool");
    return { generations: [{ text: "", message: tools ? new AIMessage("done") : new AIMessage({ content: "calling", tool_calls: calls(2) }) }] };
  }
}
const t = tool(async ({ i }) => `t${i}`, { name: "t", description: "t", schema: z.object({ i: z.number() }) });
const llm = new Model({});
const show = (v) => JSON.stringify(v, (k, x) => (x?.lc ? [x.id.at(-1), x.kwargs.content] : x));
const run = async (params, input = { messages: [new HumanMessage({ content: "q", id: "h" })] }) => {
  for await (const chunk of await createReactAgent({ llm, tools: [t], ...params }).stream(input, { streamMode: "updates" })) console.log(show(chunk));
};
console.log("pre: llmInputMessages");
await run({ preModelHook: (state) => ({ llmInputMessages: state.messages.slice(-1) }) });
console.log("pre: messages");
await run({ preModelHook: () => ({ messages: [new RemoveMessage({ id: "h" }), new HumanMessage("rewritten")] }) , version: "v2" }).catch((e) => console.log(e.message));
console.log("post");
for (const version of ["v1", "v2"]) await run({ version, postModelHook: (state) => { console.log("hook", state.messages.length); return {}; } });
console.log("post answers a call");
await run({ version: "v2", postModelHook: (state) => (state.messages.at(-1).tool_calls?.length ? { messages: [new ToolMessage({ content: "skipped", tool_call_id: "c0" })] } : {}) });
console.log("post answers all");
await run({ postModelHook: (state) => (state.messages.at(-1).tool_calls?.length ? { messages: ["c0", "c1"].map((id) => new ToolMessage({ content: "skipped", tool_call_id: id })) } : {}) });
console.log("post asks");
const agent = createReactAgent({
  llm, tools: [t], version: "v2", checkpointer: new MemorySaver(),
  stateSchema: Annotation.Root({ ...MessagesAnnotation.spec, approved: Annotation() }),
  postModelHook: (state) => (state.messages.at(-1).tool_calls?.length ? { approved: interrupt("ok?") } : {}),
});
const config = { configurable: { thread_id: "1" } };
console.log((await agent.invoke({ messages: "q" }, config)).__interrupt__);
const end = await agent.invoke(new Command({ resume: "yes" }), config);
console.log(end.approved, end.messages.map((m) => m.content));
