// This file has the state with a list of messages, and its reducer.

import { RemoveMessage, coerceMessageLikeToMessage } from "@langchain/core/messages";
import { Annotation } from "./annotation";
import { REMOVE_ALL_MESSAGES } from "./constants";

function identify(m: any) {
  if (m.id === null || m.id === undefined) {
    m.id = crypto.randomUUID();
    m.lc_kwargs.id = m.id;
  }
  return m;
}

function isRemoval(m: any) { return RemoveMessage.isInstance ? (RemoveMessage as any).isInstance(m) : m.getType() === "remove"; }

/** Adds messages to a list. A message with an id that is in the list replaces that message; a RemoveMessage removes it. */
export function messagesStateReducer(left: any, right: any): any[] {
  const older = (Array.isArray(left) ? left : [left]).map((m: any) => identify(coerceMessageLikeToMessage(m)));
  const newer = (Array.isArray(right) ? right : [right]).map((m: any) => identify(coerceMessageLikeToMessage(m)));
  for (let i = newer.length - 1; i >= 0; i--) {
    if (isRemoval(newer[i]) && newer[i].id === REMOVE_ALL_MESSAGES) return newer.slice(i + 1);
  }
  const merged = older.slice();
  const at = new Map<string, number>();
  merged.forEach((m, i) => at.set(m.id, i));
  const removed = new Set<string>();
  for (const m of newer) {
    const i = at.get(m.id);
    if (isRemoval(m)) {
      if (i === undefined) throw new Error(`Attempting to delete a message with an ID that doesn't exist ('${m.id}')`);
      removed.add(m.id);
    } else if (i !== undefined) {
      removed.delete(m.id);
      merged[i] = m;
    } else {
      at.set(m.id, merged.length);
      merged.push(m);
    }
  }
  return removed.size ? merged.filter((m) => !removed.has(m.id)) : merged;
}

export const MessagesAnnotation = /* @__PURE__ */ Annotation.Root({
  messages: /* @__PURE__ */ Annotation({ reducer: messagesStateReducer, default: () => [] }),
});
