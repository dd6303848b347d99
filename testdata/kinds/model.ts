// A chat model that calls the tools it is told to, and then repeats what they said.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";

export class Model extends BaseChatModel {
  calls: any[];

  constructor(...calls: any[]) {
    super({});
    this.calls = calls;
  }
  _llmType() { return "fake"; }
  bindTools() { return this as any; }
  async _generate(messages: any[]) {
    const turn = messages.slice(messages.findLastIndex((m) => m.getType() === "human") + 1);
    const tools = turn.filter((m) => m.getType() === "tool");
    const call = this.calls[tools.length];
    const message = call
      ? new AIMessage({ content: "", tool_calls: [{ id: `call_${tools.length}`, type: "tool_call", ...call }] })
      : new AIMessage(tools.map((m) => m.content).join(" / "));
    return { generations: [{ text: "", message }] };
  }
}
