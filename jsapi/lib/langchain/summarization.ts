// This file has summarizationMiddleware: it replaces the beginning of a long conversation by a summary.

import { AIMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage, getBufferString, trimMessages } from "@langchain/core/messages";
import { any as anything, object } from "zod";
import { REMOVE_ALL_MESSAGES } from "../langgraph/constants";
import { createMiddleware } from "./middleware";
import { notBuiltIn } from "./missing";
import { checkKeep, countTokensApproximately, inputLimit, reached, triggersOf } from "./tokens";

const usualKeep = 20;
const usualPrompt = `Below is the beginning of a conversation. It is getting too long, and what you answer will take its place.
Write down what matters for the goal of the conversation: what was asked, decided, found out and done, so that nothing is done twice.
Answer with that text alone.

{messages}`;

const isAI = (m: any) => (AIMessage as any).isInstance(m);
const isToolMessage = (m: any) => (ToolMessage as any).isInstance(m);
const callIds = (m: any): string[] => isAI(m) ? (m.tool_calls ?? []).map((c: any) => c.id).filter(Boolean) : [];

/** Returns the nearest place to cut, at or before i, after which each result of a tool has its call. */
function safeCut(messages: any[], i: number): number {
  if (i < messages.length && isToolMessage(messages[i])) {
    const ids = new Set<string>();
    let end = i;
    for (; end < messages.length && isToolMessage(messages[end]); end++) ids.add(messages[end].tool_call_id);
    for (let j = i - 1; j >= 0; j--) if (callIds(messages[j]).some((id) => ids.has(id))) return j;
    i = end;
  }
  return i;
}

/** Returns where to cut so that the messages after the cut have at most this many tokens. */
async function cutByTokens(messages: any[], most: number, count: any): Promise<number> {
  if (messages.length === 0 || await count(messages) <= most) return 0;
  let left = 0;
  let right = messages.length;
  while (left < right) {
    const middle = Math.floor((left + right) / 2);
    if (await count(messages.slice(middle)) <= most) right = middle;
    else left = middle + 1;
  }
  if (left >= messages.length) return messages.length === 1 ? 0 : safeCut(messages, messages.length - 1);
  return safeCut(messages, left);
}

async function cutOf(messages: any[], keep: any, count: any, model: any): Promise<number> {
  const limit = inputLimit(model);
  const most = keep.tokens ?? (keep.fraction !== undefined && limit !== undefined ? limit * keep.fraction : undefined);
  if (most !== undefined) return cutByTokens(messages, Math.max(1, Math.floor(most)), count);
  const n = keep.messages ?? usualKeep;
  return messages.length <= n ? 0 : safeCut(messages, messages.length - n);
}

async function summaryOf(messages: any[], model: any, prompt: string, count: any, most: number | undefined): Promise<string> {
  let shown: any[] = messages;
  if (most !== undefined) {
    shown = await trimMessages(messages, {
      maxTokens: most, tokenCounter: async (list: any) => count(list), strategy: "last", allowPartial: true, includeSystem: true,
    } as any).catch(() => messages.slice(-15));
  }
  if (shown.length === 0) return "Previous conversation was too long to summarize.";
  try {
    const { content } = await model.invoke(prompt.replace("{messages}", () => getBufferString(shown)), { metadata: { lc_source: "summarization" }, tags: ["nostream"] });
    if (typeof content === "string") return content.trim();
    return content.map((b: any) => typeof b === "string" ? b : b.text ?? "").join("").trim();
  } catch (e) {
    return `Error generating summary: ${e}`;
  }
}

const settings = ["trigger", "keep", "tokenCounter", "summaryPrompt", "trimTokensToSummarize", "summaryPrefix"];

export function summarizationMiddleware(options: any): any {
  if (typeof options.model === "string") throw notBuiltIn(`summarizationMiddleware({ model: ${JSON.stringify(options.model)} }): making a model of its name`);
  const own = { ...options };
  if (own.maxTokensBeforeSummary !== undefined) {
    console.warn("maxTokensBeforeSummary is deprecated. Use `trigger: { tokens: value }` instead.");
    own.trigger ??= { tokens: own.maxTokensBeforeSummary };
  }
  if (own.messagesToKeep !== undefined) {
    console.warn("messagesToKeep is deprecated. Use `keep: { messages: value }` instead.");
    own.keep ??= { messages: own.messagesToKeep };
  }
  triggersOf(own.trigger);
  if (own.keep !== undefined) checkKeep(own.keep);
  return createMiddleware({
    name: "SummarizationMiddleware",
    contextSchema: object(Object.fromEntries(settings.map((k) => [k, anything().optional()]))),
    beforeModel: async (state: any, runtime: any) => {
      const given = Object.fromEntries(Object.entries(runtime.context ?? {}).filter(([, v]) => v !== undefined));
      const set = { keep: { messages: usualKeep }, trimTokensToSummarize: 4000, ...own, ...given } as any;
      const { model } = own;
      const triggers = triggersOf(set.trigger);
      checkKeep(set.keep);
      if ((triggers.some((t) => "fraction" in t) || "fraction" in set.keep) && inputLimit(model) === undefined) {
        throw new Error("Model profile information is required to use fractional token limits. Use absolute token counts instead.");
      }
      const { messages } = state;
      for (const m of messages) m.id ||= crypto.randomUUID();
      const count = set.tokenCounter ?? ((list: any[]) => countTokensApproximately(list));
      if (!reached(triggers, messages, await count(messages), model)) return undefined;
      const system = messages.length > 0 && (SystemMessage as any).isInstance(messages[0]) ? [messages[0]] : [];
      const said = messages.slice(system.length);
      const cut = await cutOf(said, set.keep, count, model);
      if (cut <= 0) return undefined;
      const old = [...system, ...said.slice(0, cut)];
      const summary = await summaryOf(old, model, set.summaryPrompt ?? usualPrompt, count, set.trimTokensToSummarize);
      const prefix = set.summaryPrefix ?? "Here is a summary of the conversation to date:";
      const replaced = new HumanMessage({ content: `${prefix}\n\n${summary}`, id: said[0].id, additional_kwargs: { lc_source: "summarization" } });
      return { messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), replaced, ...said.slice(cut)] };
    },
  });
}
