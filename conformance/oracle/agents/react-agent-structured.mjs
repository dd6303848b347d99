// Pins: responseFormat of createReactAgent: schemas, prompts, models chosen at run time, errors, chunks
import { AIMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { RunnableLambda } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

class Model extends BaseChatModel {
  constructor(f) { super(f); this.structured = f.structured; }
  _llmType() { return "m"; }
  bindTools() { return this; }
  withStructuredOutput(schema, config) {
    console.log("structured", schema?._zod ? "zod" : Object.keys(schema), config);
    return RunnableLambda.from(async (messages) => {
      console.log("messages", messages.map((m) => `${m.getType()}:${m.content}`));
      return this.structured;
    });
  }
  async _generate(messages) { return { generations: [{ text: "", message: new AIMessage(`said ${messages.length}`) }] }; }
}
const t = tool(async () => "x", { name: "t", description: "t", schema: z.object({}) });
const schema = z.object({ answer: z.number() });
const run = async (params, input = { messages: "q" }) => {
  try {
    for await (const chunk of await createReactAgent({ tools: [t], ...params }).stream(input, { streamMode: "updates" })) {
      for (const [node, update] of Object.entries(chunk)) console.log(node, update.structuredResponse ?? update.messages.map((m) => m.content));
    }
  } catch (e) {
    console.log(e.constructor.name, e.message);
  }
};
const llm = new Model({ structured: { answer: 42 } });
await run({ llm, responseFormat: schema });
await run({ llm, responseFormat: { type: "object", properties: { answer: { type: "number" } } } });
await run({ llm, responseFormat: { schema, prompt: "Answer with a number", strict: true } });
await run({ llm: () => llm, responseFormat: schema });
await run({ llm: new Model({ structured: null }), responseFormat: schema });
await run({ llm, responseFormat: null });
const agent = createReactAgent({ llm, tools: [t], responseFormat: schema });
console.log((await agent.invoke({ messages: "q" })).structuredResponse);
console.log(Object.keys(agent.builder.nodes));
