// This file has the state with a list of messages, as a schema of zod 3.

import { z } from "zod/v3";
import { MessagesZodMeta } from "./messages_zod";
import { withLangGraph } from "./schema";

export const MessagesZodState: any = /* @__PURE__ */ z.object({ messages: /* @__PURE__ */ withLangGraph(/* @__PURE__ */ z.custom(), MessagesZodMeta) });
