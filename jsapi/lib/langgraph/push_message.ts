// This file has pushMessage, which writes a message to the state while its node still runs.

import { coerceMessageLikeToMessage } from "@langchain/core/messages";

/** Hands a message to readers of the messages, and adds it to the state (stateKey, by default messages; null for no write). */
export function pushMessage(message: any, options?: any): any {
  const valid: any = coerceMessageLikeToMessage(message);
  if (!valid.id) throw new Error("Message ID is required.");
  const key = options?.stateKey === undefined ? "messages" : options.stateKey;
  __hitlrun.pushMessage(valid, key || undefined);
  return valid;
}
