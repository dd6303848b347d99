// This file has the state that is a list of messages, as a zod schema.

import { custom, object } from "zod";
import { messagesStateReducer } from "./messages";
import { withLangGraph } from "./schema";

export const MessagesZodMeta = {
  reducer: { fn: messagesStateReducer },
  jsonSchemaExtra: { langgraph_type: "messages" },
  default: () => [],
};

export const MessagesZodState = /* @__PURE__ */ object({ messages: /* @__PURE__ */ withLangGraph(/* @__PURE__ */ custom(), MessagesZodMeta) });
