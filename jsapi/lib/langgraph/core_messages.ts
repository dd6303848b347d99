// This file stands around @langchain/core/messages, the real package or ours: with
// it in a script, messages that come from a checkpoint are messages again.

export * from "@langchain/core/messages";
import * as messages from "@langchain/core/messages";

__hitlrun.revive((record: any) => {
  const [root, part, name] = record.id;
  const Message = (messages as any)[name];
  return root === "langchain_core" && part === "messages" && typeof Message === "function" ? new Message(record.kwargs) : undefined;
});
