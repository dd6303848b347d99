// Pins: responseFormat with schemas of zod 3: what the model is given, what is parsed
import { AIMessage, createAgent, providerStrategy, toolStrategy } from "langchain";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { z } from "zod/v3";
class Model extends BaseChatModel {
  _llmType() { return "test"; }
  bindTools(tools) { console.log("bound:", JSON.stringify(tools)); return this; }
  async _generate() {
    const message = this.answer.text ? new AIMessage(this.answer.text) : new AIMessage({ content: "", tool_calls: [{ id: "1", type: "tool_call", ...this.answer }] });
    return { generations: [{ text: "", message }] };
  }
}
const schema = z.object({ city: z.string(), degrees: z.number().optional() }).describe("the weather");
const byTool = toolStrategy(schema);
const byProvider = providerStrategy(schema);
console.log(JSON.stringify(byTool[0].tool));
console.log(JSON.stringify(byProvider.schema));
for (const [responseFormat, answer] of [[byTool, { name: byTool[0].name, args: { city: "Oslo", degrees: 2 } }], [byProvider, { text: '{"city":"Rome"}' }]]) {
  const model = new Model({});
  model.answer = answer;
  const result = await createAgent({ model, tools: [], responseFormat }).invoke({ messages: [] }, { recursionLimit: 4 });
  console.log(JSON.stringify(result.structuredResponse));
}
