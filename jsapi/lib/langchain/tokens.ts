// This file counts tokens approximately, and decides whether a conversation is too long.

import { AIMessage, ToolMessage } from "@langchain/core/messages";

const textOf = (content: any): string => {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((b: any) => typeof b === "string" ? b : b.type === "text" && "text" in b ? b.text : "").join("");
};

/** Returns about how many tokens messages have: one for four characters. */
export function countTokensApproximately(messages: any[], tools: any[] = []): number {
  let chars = 0;
  for (const t of tools) chars += JSON.stringify(t).length;
  for (const m of messages) {
    chars += textOf(m.content).length;
    if ((AIMessage as any).isInstance(m) && m.tool_calls?.length > 0) chars += JSON.stringify(m.tool_calls).length;
    if ((ToolMessage as any).isInstance(m)) chars += (m.tool_call_id ?? "").length;
  }
  return Math.ceil(chars / 4);
}

/** Returns how many tokens the model accepts, if it says so. */
export function inputLimit(model: any): number | undefined {
  const most = model?.profile?.maxInputTokens;
  return typeof most === "number" ? most : undefined;
}

/** Reports whether one of the triggers is reached. A trigger is reached if all of its conditions are. */
export function reached(triggers: any[], messages: any[], tokens: number, model: any): boolean {
  return triggers.some(({ messages: count, tokens: most, fraction }) => {
    if (count === undefined && most === undefined && fraction === undefined) return false;
    if (count !== undefined && messages.length < count || most !== undefined && tokens < most) return false;
    if (fraction === undefined) return true;
    const limit = inputLimit(model);
    return limit !== undefined && tokens >= Math.floor(limit * fraction);
  });
}

const named = (o: any) => ["fraction", "tokens", "messages"].filter((k) => o?.[k] !== undefined);

/** Returns the triggers of a setting: one, several or none. */
export function triggersOf(setting: any): any[] {
  const all = setting === undefined ? [] : Array.isArray(setting) ? setting : [setting];
  for (const t of all) if (named(t).length < 1) throw new Error("At least one of fraction, tokens, or messages must be provided");
  return all;
}

export function checkKeep(keep: any): any {
  if (named(keep).length !== 1) throw new Error("Exactly one of fraction, tokens, or messages must be provided");
  return keep;
}
