// This file has the two fields of a StateSchema that are lists of messages, and the reducer of MessagesDeltaValue.

import { BaseMessage, RemoveMessage, coerceMessageLikeToMessage } from "@langchain/core/messages";
import { custom } from "zod";
import { REMOVE_ALL_MESSAGES } from "./constants";
import { messagesStateReducer } from "./messages";
import { DeltaValue, ReducedValue } from "./state_schema";

/**
 * Adds the messages of several writes to a list. A message with an id that is in the list replaces that message; a
 * RemoveMessage removes it. Messages get no ids here, and the removal of an unknown id is ignored.
 */
export function messagesDeltaReducer(state: any[], writes: any[]): any[] {
  const isMessage = (m: any) => (BaseMessage as any).isInstance(m);
  const known: any[] = state.length > 0 && isMessage(state[0]) ? state : state.map((m) => coerceMessageLikeToMessage(m));
  let result = [...known];
  let at = new Map<string, number>();
  result.forEach((m, i) => m.id !== undefined && m.id !== null && at.set(m.id, i));
  for (const m of writes.flat().map((m) => coerceMessageLikeToMessage(m))) {
    const { id } = m;
    const removes = (RemoveMessage as any).isInstance(m);
    if (removes && id === REMOVE_ALL_MESSAGES) {
      result = [];
      at = new Map();
    } else if (id === undefined || id === null) {
      result.push(m);
    } else if (removes) {
      if (at.has(id)) result[at.get(id)!] = null;
      at.delete(id);
    } else if (at.has(id)) {
      result[at.get(id)!] = m;
    } else {
      at.set(id, result.length);
      result.push(m);
    }
  }
  return result.filter((m) => m !== null);
}

const list = /* @__PURE__ */ custom().default(() => []);
const init = { inputSchema: /* @__PURE__ */ custom(), jsonSchemaExtra: { langgraph_type: "messages", description: "A list of chat messages" } };

export const MessagesValue = /* @__PURE__ */ new ReducedValue(list, { ...init, reducer: messagesStateReducer });
export const MessagesDeltaValue = /* @__PURE__ */ new DeltaValue(list, { ...init, reducer: messagesDeltaReducer });
