// Pins: a conversation with $& and $1 is summarized as it is
// Differs: the library replaces $& in the conversation by {messages}, since it passes it as a replacement pattern
import { createAgent, summarizationMiddleware } from "langchain";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
const asked = [];
class Model extends FakeListChatModel {
  async _generate(messages, options, run) { asked.push(messages.map((m) => m.content).join("\n")); return super._generate(messages, options, run); }
}
const agent = createAgent({
  model: new FakeListChatModel({ responses: ["done"] }), tools: [],
  middleware: [summarizationMiddleware({ model: new Model({ responses: ["a summary"] }), trigger: { messages: 3 }, keep: { messages: 1 }, summaryPrompt: "Sum up: {messages}" })],
});
const { messages } = await agent.invoke({ messages: [new HumanMessage("costs $& and $1, $` or $'"), new AIMessage("$$5"), new HumanMessage("ok")] });
console.log(asked.join("\n"));
console.log(messages.map((m) => `${m.type} ${m.content}`).join("\n"));
