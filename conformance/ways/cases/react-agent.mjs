// Pins: createReactAgent with a tool that asks
// Differs: a node that asks its second question comes next
import { AIMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { tool } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";

class Model extends BaseChatModel {
  constructor() {
    super({});
  }
  _llmType() {
    return "fake";
  }
  bindTools() {
    return this;
  }
  async _generate(messages) {
    const turn = messages.filter((m) => m._getType() === "ai").length;
    const calls = messages.at(-1)._getType() === "human" ? ["a", "b"].map((city, i) => ({ type: "tool_call", id: `c${turn}${i}`, name: "book", args: { city } })) : [];
    const text = calls.length ? "" : `booked: ${messages.slice(-2).map((m) => m.content).join(", ")}`;
    return { generations: [{ text, message: new AIMessage({ id: `m${turn}`, content: text, tool_calls: calls }) }] };
  }
}
const book = tool(({ city }) => `${city} ${interrupt({ city })}`, { name: "book", description: "books", schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } });
export const make = ({ checkpointer } = {}) => createReactAgent({ llm: new Model(), tools: [book], checkpointSaver: checkpointer });
export const graph = make();
export const steps = [
  { start: { messages: [{ role: "user", content: "trip", id: "u1" }] } },
  { answers: [[{ city: "a" }, "yes"]] },
  { answers: [[{ city: "b" }, "no"]] },
];
