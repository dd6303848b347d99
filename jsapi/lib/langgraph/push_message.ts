// This file has pushMessage, which writes a message to the state while its node still runs.

import { coerceMessageLikeToMessage } from "@langchain/core/messages";

/** Passes a message to readers of the messages, and adds it to the state. stateKey is the channel, by default messages; with null the state is not changed. */
export function pushMessage(message: any, options?: any): any {
  const valid: any = coerceMessageLikeToMessage(message);
  if (!valid.id) throw new Error("Message ID is required.");
  const key = options?.stateKey === undefined ? "messages" : options.stateKey;
  const config = { ...__hitlrun.currentConfig(), ...options };
  const handlers: any[] = Array.isArray(config.callbacks) ? config.callbacks : config.callbacks?.handlers ?? [];
  const handler = handlers.find((h) => h.name === "StreamMessagesHandler") ?? handlers.find((h) => h.name === "StreamProtocolMessagesHandler");
  handler?.pushed?.(valid, config.metadata ?? {});
  __hitlrun.pushMessage(valid, key || undefined);
  return valid;
}
