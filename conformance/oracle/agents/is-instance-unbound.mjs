// Pins: isInstance of each message class does without its class
import { AIMessage, AIMessageChunk, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";

const all = [new AIMessage("a"), new HumanMessage("h"), new AIMessageChunk("c"), new ToolMessage({ content: "t", tool_call_id: "1" }), new SystemMessage("s"), {}, null, "x"];
for (const Class of [AIMessage, AIMessageChunk, HumanMessage, SystemMessage, ToolMessage]) {
  const { isInstance } = Class;
  console.log(Class.name, all.map((m) => Class.isInstance(m)).join(), all.map(isInstance).join());
}
