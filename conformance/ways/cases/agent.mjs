// Pins: an agent whose tools people approve, edit and reject
import { AIMessage } from "@langchain/core/messages";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { createAgent, humanInTheLoopMiddleware, tool } from "langchain";

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
    const turn = messages.filter((m) => m.getType() === "ai").length;
    const call = (name, args, i) => ({ type: "tool_call", id: `c${turn}${i}`, name, args });
    const first = [call("send", { to: messages.at(-1).content }, 0), call("look", { n: turn }, 1), call("send", { to: "Bob" }, 2)];
    const calls = messages.at(-1).getType() === "human" ? first.slice(0, turn ? 1 : 3) : [];
    const text = calls.length ? "" : `done: ${messages.slice(-3).map((m) => m.content).join(", ")}`;
    return { generations: [{ text, message: new AIMessage({ id: `m${turn}`, content: text, tool_calls: calls }) }] };
  }
}
const schema = (field, type) => ({ type: "object", properties: { [field]: { type } }, required: [field] });
const send = tool(({ to }) => `sent to ${to}`, { name: "send", description: "sends", schema: schema("to", "string") });
const look = tool(({ n }) => `looked ${n}`, { name: "look", description: "looks", schema: schema("n", "number") });
export const make = (options) => createAgent({ model: new Model(), tools: [send, look], middleware: [humanInTheLoopMiddleware({ interruptOn: { send: true, look: false } })], ...options });
export const graph = make();
export const steps = [
  { start: { messages: [{ role: "user", content: "Ann", id: "u1" }] } },
  { resume: { decisions: [{ type: "approve" }, { type: "edit", editedAction: { name: "send", args: { to: "Rob" } } }] } },
  { start: { messages: [{ role: "user", content: "Eve", id: "u2" }] } },
  { resume: { decisions: [{ type: "reject", message: "no" }] } },
];
