// This file has contextEditingMiddleware: it clears old results of tools when a conversation gets long.

import { AIMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { createMiddleware } from "./middleware";
import { checkKeep, countTokensApproximately, inputLimit, reached, triggersOf } from "./tokens";

const usualKeep = 3;
const isToolMessage = (m: any) => (ToolMessage as any).isInstance(m);

/** Returns the AI message before index i that has the call with this id. */
function callerOf(messages: any[], i: number, id: string): any {
  const calls = (m: any) => (AIMessage as any).isInstance(m) && m.tool_calls?.some((c: any) => c.id === id);
  return messages.slice(0, i).reverse().find(calls);
}

/** Returns the message without the arguments of one of its calls. */
function withoutArgs(message: any, id: string): any {
  const { content, id: own, name, additional_kwargs, response_metadata } = message;
  const editing = response_metadata?.context_editing;
  const cleared = [...new Set([...editing?.cleared_tool_inputs ?? [], id])].sort();
  return new AIMessage({
    content, id: own, name, additional_kwargs,
    tool_calls: message.tool_calls.map((c: any) => c.id === id ? { ...c, args: {} } : c),
    response_metadata: { ...response_metadata, context_editing: { ...editing, cleared_tool_inputs: cleared } },
  });
}

/** Clears the results of tools, except the newest ones. */
export class ClearToolUsesEdit {
  trigger: any;
  keep: any;
  clearToolInputs: boolean;
  excludeTools: Set<string>;
  placeholder: string;
  clearAtLeast: number;

  constructor(config: any = {}) {
    if (config.triggerTokens !== undefined) console.warn("triggerTokens is deprecated. Use `trigger: { tokens: value }` instead.");
    if (config.keepMessages !== undefined) console.warn("keepMessages is deprecated. Use `keep: { messages: value }` instead.");
    this.trigger = config.trigger ?? { tokens: config.triggerTokens ?? 100000 };
    triggersOf(this.trigger);
    this.keep = checkKeep(config.keep ?? { messages: config.keepMessages ?? usualKeep });
    this.clearAtLeast = config.clearAtLeast ?? 0;
    this.clearToolInputs = config.clearToolInputs ?? false;
    this.excludeTools = new Set(config.excludeTools ?? []);
    this.placeholder = config.placeholder ?? "[cleared]";
  }

  /** Changes messages in place. */
  async apply({ messages, model, countTokens }: any): Promise<void> {
    for (let i = messages.length - 1; i >= 0; i--) {
      if (isToolMessage(messages[i]) && !callerOf(messages, i, messages[i].tool_call_id)) messages.splice(i, 1);
    }
    const before = await countTokens(messages);
    if (!reached(triggersOf(this.trigger), messages, before, model)) return;
    const found: number[] = messages.flatMap((m: any, i: number) => isToolMessage(m) ? [i] : []);
    const kept = Math.min(await this.kept(found.map((i) => messages[i]), countTokens, model), found.length);
    const saved = async () => Math.max(0, before - await countTokens(messages));
    for (const i of found.slice(0, found.length - kept)) this.clear(messages, i);
    if (!(this.clearAtLeast > 0)) return;
    for (const i of found.slice(found.length - kept).reverse()) {
      if (await saved() >= this.clearAtLeast) return;
      this.clear(messages, i);
    }
  }

  private clear(messages: any[], i: number) {
    const message = messages[i];
    const caller = callerOf(messages, i, message.tool_call_id);
    if (message.response_metadata?.context_editing?.cleared || !caller) return;
    const call = caller.tool_calls.find((c: any) => c.id === message.tool_call_id);
    if (this.excludeTools.has(message.name || call.name)) return;
    const context_editing = { cleared: true, strategy: "clear_tool_uses" };
    messages[i] = new ToolMessage({
      tool_call_id: message.tool_call_id, content: this.placeholder, name: message.name, artifact: undefined,
      response_metadata: { ...message.response_metadata, context_editing },
    });
    if (this.clearToolInputs) messages[messages.indexOf(caller)] = withoutArgs(caller, message.tool_call_id);
  }

  /** Returns how many of the results are not cleared. */
  private async kept(results: any[], countTokens: any, model: any): Promise<number> {
    const { messages, tokens, fraction } = this.keep;
    if (messages !== undefined) return messages;
    const limit = inputLimit(model);
    const most = tokens ?? (limit === undefined ? 0 : Math.floor(limit * fraction));
    if (tokens === undefined && most <= 0) return usualKeep;
    let sum = 0;
    let n = 0;
    for (const m of [...results].reverse()) {
      sum += await countTokens([m]);
      if (sum > most) break;
      n++;
    }
    return n;
  }
}

export function contextEditingMiddleware(config: any = {}): any {
  const edits = config.edits ?? [new ClearToolUsesEdit()];
  return createMiddleware({
    name: "ContextEditingMiddleware",
    wrapModelCall: async (request: any, handler: any) => {
      const { messages, model, systemPrompt } = request;
      if (!messages?.length) return handler(request);
      const exactly = async (list: any[]) => {
        if (!("getNumTokensFromMessages" in model)) throw new Error(`Model "${model.getName()}" does not support token counting`);
        return (await model.getNumTokensFromMessages([...systemPrompt ? [new SystemMessage(systemPrompt)] : [], ...list])).totalCount;
      };
      const countTokens = (config.tokenCountMethod ?? "approx") === "approx" ? (list: any[]) => countTokensApproximately(list) : exactly;
      for (const edit of edits) await edit.apply({ messages, model, countTokens });
      return handler(request);
    },
  });
}
