// Pins: models of createReactAgent: bound tools that match or not, models chosen at run time, models without bindTools
import { AIMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { RunnableLambda } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import * as z from "zod";

class Model extends BaseChatModel {
  constructor(f) { super(f); this.label = f.label ?? "model"; }
  _llmType() { return "m"; }
  bindTools(tools) { return this.withConfig({ tools: tools.map((t) => ({ type: "function", function: { name: t.name } })), label: "x" }); }
  async _generate(messages, options) {
    return { generations: [{ text: "", message: new AIMessage(`${this.label} ${JSON.stringify(options.tools ?? null)}`) }] };
  }
}
const make = (name) => tool(async () => name, { name, description: name, schema: z.object({}) });
const [a, b] = [make("a"), make("b")];
const ask = async (params) => {
  try {
    const { messages } = await createReactAgent(params).invoke({ messages: "hi" });
    console.log(messages.at(-1).content);
  } catch (e) {
    console.log(e.constructor.name, e.message);
  }
};
const llm = new Model({});
await ask({ llm, tools: [a, b] });
await ask({ llm, tools: [] });
await ask({ llm: llm.bindTools([a, b]), tools: [a, b] });
await ask({ llm: llm.bindTools([a]), tools: [a, b] });
await ask({ llm: llm.bindTools([a]), tools: [b] });
await ask({ llm: llm.withConfig({ tags: ["t"] }), tools: [a] });
await ask({ llm: (state, config) => new Model({ label: `dynamic ${state.messages.length}` }).bindTools([a]), tools: [a] });
await ask({ llm: async () => new Model({ label: "later" }), tools: [a] });
await ask({ llm: RunnableLambda.from((x) => x).pipe(llm), tools: [a] });
class NoTools extends BaseChatModel { _llmType() { return "n"; } async _generate() { return { generations: [{ text: "", message: new AIMessage("never") }] }; } }
await ask({ llm: new NoTools({}), tools: [a] });
await ask({ llm: new FakeListChatModel({ responses: ["listed"] }), tools: [a] });
await ask({ llm, tools: [a], stateSchema: z.object({ other: z.string() }) });
