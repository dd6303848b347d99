// This file has models for tests. A test sets their answers.

import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, BaseMessage, HumanMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";

/** Returns the text of a content, from all of its parts. */
function textOf(content: any): string {
  const piece = (p: any) => typeof p === "string" ? p : p && typeof p === "object" && "text" in p ? p.text : "";
  if (typeof content === "string" || !Array.isArray(content) && "text" in content) return piece(content);
  return Array.isArray(content) ? content.map(piece).join("-") : JSON.stringify(content);
}

/** Makes the tool calls that are set, one list for each turn. Its text repeats its input. */
export class FakeToolCallingModel extends BaseChatModel {
  toolCalls: any[][];
  toolStyle: string;
  indexRef: { current: number };
  structuredResponse: any;
  tools: any[] = [];

  constructor({ toolCalls = [], toolStyle = "openai", index = 0, structuredResponse, indexRef, ...rest }: any = {}) {
    super(rest);
    this.toolCalls = toolCalls;
    this.toolStyle = toolStyle;
    this.indexRef = indexRef ?? { current: index };
    this.structuredResponse = structuredResponse;
  }

  get index() { return this.indexRef.current; }
  set index(value: number) { this.indexRef.current = value; }
  _llmType() { return "fake-tool-calling"; }
  _combineLLMOutput(): any { return []; }

  bindTools(tools: any[]): any {
    const { toolCalls, toolStyle, structuredResponse, indexRef } = this;
    const bound = new FakeToolCallingModel({ toolCalls, toolStyle, structuredResponse, indexRef });
    bound.tools = [...this.tools, ...tools];
    return bound;
  }

  withStructuredOutput(): any { return new RunnableLambda({ func: async () => this.structuredResponse }); }

  async _generate(messages: any[]): Promise<any> {
    const content = messages.length > 1
      ? messages.map((m) => m.content).filter(Boolean).map(textOf).join("-") : messages[messages.length - 1].content;
    const fresh = messages.length === 1 || messages.length === 2 && messages.every((m) => (HumanMessage as any).isInstance(m));
    if (fresh && this.index !== 0) this.index = 0;
    const calls = this.toolCalls[this.index] || [];
    const id = this.index.toString();
    this.index = (this.index + 1) % Math.max(1, this.toolCalls.length);
    const tool_calls = calls.length > 0 ? calls.map((c) => ({ ...c, type: "tool_call" as const })) : undefined;
    return { generations: [{ text: content, message: new AIMessage({ content, id, tool_calls }) }], llmOutput: {} };
  }
}

let toolCallsMade = 0;

/** Gives the answers that were queued, and records its inputs. */
export class FakeBuiltModel extends BaseChatModel {
  queue: any[] = [];
  _alwaysThrowError: any;
  _structuredResponseValue: any;
  _tools: any[] = [];
  _state: { callIndex: number; calls: any[] } = { callIndex: 0, calls: [] };

  constructor() { super({}); }
  get calls() { return this._state.calls; }
  get callCount() { return this._state.calls.length; }
  _llmType() { return "fake-model-builder"; }
  _combineLLMOutput(): any { return []; }

  /** Queues a message, an error, or a function of the messages that returns one of them. */
  respond(entry: any): this {
    this.queue.push(typeof entry === "function" ? entry : () => entry);
    return this;
  }

  respondWithTools(toolCalls: any[]): this {
    const tool_calls = toolCalls.map(({ name, args, id }) => ({ name, args, id: id ?? `fake_tc_${++toolCallsMade}`, type: "tool_call" as const }));
    this.queue.push((messages: any[], i: number) => new AIMessage({
      content: messages.map((m) => m.text).filter(Boolean).join("-"), id: String(i), tool_calls: tool_calls.length > 0 ? tool_calls : undefined,
    }));
    return this;
  }

  alwaysThrow(error: any): this {
    this._alwaysThrowError = error;
    return this;
  }

  structuredResponse(value: any): this {
    this._structuredResponseValue = value;
    return this;
  }

  bindTools(tools: any[]): any {
    const next = new FakeBuiltModel();
    const { queue, _alwaysThrowError, _structuredResponseValue, _state } = this;
    Object.assign(next, { queue, _alwaysThrowError, _structuredResponseValue, _state, _tools: [...this._tools, ...tools] });
    return next.withConfig({});
  }

  withStructuredOutput(): any { return RunnableLambda.from(async () => this._structuredResponseValue); }

  async _generate(messages: any[], options: any): Promise<any> {
    this._state.calls.push({ messages: [...messages], options });
    const i = this._state.callIndex++;
    if (this._alwaysThrowError) throw this._alwaysThrowError;
    const entry = this.queue[i];
    if (!entry) throw new Error(`FakeModel: no response queued for invocation ${i} (${this.queue.length} total queued).`);
    const message = entry(messages, i);
    if (!(BaseMessage as any).isInstance(message)) throw message;
    return { generations: [{ text: message.text, message }] };
  }
}

export function fakeModel(): any { return new FakeBuiltModel(); }
export {
  asAsyncIterable, openAIReasoningTextChunks, openAITextOnlyChunks, openAITextOnlyChunksWithUsage, openAIToolCallChunks, sseResponseFromOpenAIChunks,
} from "../core/fake_streams";
