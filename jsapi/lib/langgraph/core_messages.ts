// This file wraps @langchain/core/messages, the real package or the built-in one. With it in a script, messages are
// instances of its classes when they come from a checkpoint.

export * from "@langchain/core/messages";
import {
  AIMessage, AIMessageChunk, ChatMessage, FunctionMessage, HumanMessage, HumanMessageChunk, RemoveMessage, SystemMessage,
  SystemMessageChunk, ToolMessage, ToolMessageChunk,
} from "@langchain/core/messages";

const classes: Record<string, any> = {
  __proto__: null,
  AIMessage, AIMessageChunk, ChatMessage, FunctionMessage, HumanMessage, HumanMessageChunk, RemoveMessage, SystemMessage,
  SystemMessageChunk, ToolMessage, ToolMessageChunk,
};

for (const name of Object.keys(classes)) if (classes[name]) __hitlrun.once(`messages#${name}`, classes[name]);

__hitlrun.revive((record: any) => {
  const [root, part, name] = record.id;
  return root === "langchain_core" && part === "messages" && classes[name] ? new classes[name](record.kwargs) : undefined;
});
