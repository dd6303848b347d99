// This file has the state with a list of messages, as a zod schema.

import { any, object, optional } from "zod";
import { messagesStateReducer } from "./messages";
import { withLangGraph } from "./schema";

export const MessagesZodMeta = {
  reducer: { fn: messagesStateReducer },
  jsonSchemaExtra: { langgraph_type: "messages" },
  default: () => [],
};

export const MessagesZodState = /* @__PURE__ */ object({ messages: /* @__PURE__ */ withLangGraph(/* @__PURE__ */ optional(/* @__PURE__ */ any()), MessagesZodMeta) });
