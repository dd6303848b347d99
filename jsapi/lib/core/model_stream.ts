// This file is `@langchain/core/language_models/stream`: the answer of a model as events of its content blocks, and the
// streams and values that are made from them.
import { AIMessage } from "./message";

const brand = /* @__PURE__ */ Symbol.for("hitlrun.chat_model_stream");
const asyncIterator: any = (Symbol as any).asyncIterator;

/** A list of events. Each reader gets all of them, from the first. */
class Replay {
  private events: any[] = [];
  private over = false;
  private error: any;
  private waiting: (() => void)[] = [];

  push(event: any) {
    this.events.push(event);
    this.wake();
  }
  end(error?: any) {
    this.error = error;
    this.over = true;
    this.wake();
  }
  private wake() {
    for (const f of this.waiting.splice(0)) f();
  }
  async *iterate(): AsyncGenerator<any> {
    for (let i = 0; ; ) {
      if (this.error) throw this.error;
      if (i < this.events.length) yield this.events[i++];
      else if (this.over) return;
      else await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }
}

// Returns what an event adds to its block. Some models send the whole block.
function deltaOf(event: any): any {
  if (event.event !== "content-block-delta") return undefined;
  if (event.delta) return event.delta;
  return event.content && typeof event.content === "object" ? deltaOfBlock(event.content) : undefined;
}

function deltaOfBlock(block: any): any {
  if (block.type === "text") return { type: "text-delta", text: block.text };
  if (block.type === "reasoning") return { type: "reasoning-delta", reasoning: block.reasoning };
  if (block.type === "thinking" && typeof block.thinking === "string") return { type: "reasoning-delta", reasoning: block.thinking };
  if (typeof block.data === "string") return { type: "data-delta", data: block.data, encoding: "base64" };
  if (typeof block.type === "string") return { type: "block-delta", fields: { ...block } };
  throw new Error(`Unsupported content block delta: ${JSON.stringify(block)}`);
}

function added(block: any, delta: any): any {
  const more = (key: string, text: string) => ({ ...block, [key]: (block[key] ?? "") + text });
  switch (delta.type) {
    case "text-delta":
      return block.type === "text" ? more("text", delta.text) : block;
    case "reasoning-delta":
      return block.type === "thinking" || block.type === "reasoning" ? more(block.type, delta.reasoning) : block;
    case "data-delta":
      return more("data", delta.data);
    case "block-delta":
      return { ...block, ...delta.fields };
  }
  throw new Error(`Unknown delta type: ${JSON.stringify(delta)}`);
}

const usageOf = (usage: any) =>
  usage && {
    ...usage,
    input_tokens: usage.input_tokens ?? 0,
    output_tokens: usage.output_tokens ?? 0,
    total_tokens: usage.total_tokens ?? 0,
  };

function args(value: any): any {
  if (typeof value === "string" && value)
    try {
      value = JSON.parse(value);
    } catch (e) {
      return {};
    }
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}

function asToolCall(block: any): any {
  if (!["tool_call_chunk", "tool_use", "input_json_delta"].includes(block.type) || typeof block.name !== "string") return block;
  return { ...block, type: "tool_call", args: args(block.args ?? block.input) };
}

/** A part of the answer. Iterate over it for its pieces, or await it as a whole. */
abstract class Part<T, All> {
  constructor(protected _buffer: Replay) {}
  protected abstract pieces(): AsyncGenerator<T>;
  protected abstract all(sofar: T[]): All;
  [Symbol.asyncIterator as any](): AsyncGenerator<T> {
    return this.pieces();
  }
  /** Yields, with each piece, everything so far. */
  get full(): AsyncIterable<All> {
    const part = this;
    const gen = async function* () {
      const sofar: T[] = [];
      for await (const piece of part.pieces()) {
        sofar.push(piece);
        yield part.all([...sofar]);
      }
    };
    return { [asyncIterator]: gen } as any;
  }
  then(resolve?: any, reject?: any): Promise<any> {
    const whole = async () => {
      const sofar: T[] = [];
      for await (const piece of this.pieces()) sofar.push(piece);
      return this.all(sofar);
    };
    return whole().then(resolve, reject);
  }
}

export class TextContentStream extends Part<string, string> {
  protected async *pieces() {
    for await (const e of this._buffer.iterate()) {
      const delta = deltaOf(e);
      if (delta?.type === "text-delta") yield delta.text;
    }
  }
  protected all(sofar: string[]) {
    return sofar.join("");
  }
}

export class ToolCallsStream extends Part<any, any[]> {
  protected async *pieces() {
    for await (const e of this._buffer.iterate()) if (e.event === "content-block-finish" && e.content.type === "tool_call") yield e.content;
  }
  protected all(sofar: any[]) {
    return sofar;
  }
}

const isReasoning = (block: any) => block?.type === "reasoning" || block?.type === "thinking";

export class ReasoningContentStream extends Part<string, string> {
  protected async *pieces() {
    let seen = false;
    for await (const e of this._buffer.iterate()) {
      let text: any;
      if (e.event === "content-block-start") {
        if (isReasoning(e.content)) {
          seen = true;
          text = e.content.reasoning ?? e.content.thinking;
        } else if (seen) return;
      } else if (e.event === "content-block-delta") {
        const delta = deltaOf(e);
        if (delta?.type === "reasoning-delta") {
          seen = true;
          text = delta.reasoning;
        }
      } else if (e.event === "message-finish" || (e.event === "content-block-finish" && isReasoning(e.content))) return;
      if (text) yield text;
    }
  }
  protected all(sofar: string[]) {
    return sofar.join("");
  }
}

export class UsageMetadataStream extends Part<any, any> {
  protected async *pieces() {
    for await (const e of this._buffer.iterate())
      if (["usage", "message-start", "message-finish"].includes(e.event) && e.usage) yield usageOf(e.usage);
  }
  protected all(sofar: any[]) {
    return sofar[sofar.length - 1];
  }
}

/** The answer of a model while it arrives. Awaited, it is the message. */
export class ChatModelStream {
  static [Symbol.hasInstance](v: any): boolean {
    return v !== null && typeof v === "object" && v[brand] === true;
  }
  get [brand](): boolean {
    return true;
  }
  _buffer = new Replay();
  constructor(source: AsyncIterable<any>) {
    this._consume(source);
  }
  private async _consume(source: AsyncIterable<any>) {
    try {
      for await (const event of source) this._buffer.push(event);
      this._buffer.end();
    } catch (e) {
      this._buffer.end(e instanceof Error ? e : new Error(String(e)));
    }
  }
  [Symbol.asyncIterator as any]() {
    return this._buffer.iterate();
  }
  get text() {
    return new TextContentStream(this._buffer);
  }
  get toolCalls() {
    return new ToolCallsStream(this._buffer);
  }
  get reasoning() {
    return new ReasoningContentStream(this._buffer);
  }
  get usage() {
    return new UsageMetadataStream(this._buffer);
  }
  get output(): Promise<any> {
    return this._message();
  }
  then(resolve?: any, reject?: any): Promise<any> {
    return this._message().then(resolve, reject);
  }
  private async _message(): Promise<any> {
    const blocks: any[] = [];
    let id: any, usage: any, metadata: any, reason: any;
    for await (const e of this._buffer.iterate()) {
      if (e.event === "message-start") id = e.id ?? id;
      if (e.event === "content-block-start" || e.event === "content-block-finish") blocks[e.index] = e.content;
      if (e.event === "content-block-delta" && blocks[e.index]) {
        const delta = deltaOf(e);
        if (delta) blocks[e.index] = added(blocks[e.index], delta);
      }
      if (["usage", "message-start", "message-finish"].includes(e.event) && e.usage) usage = usageOf(e.usage);
      if (e.event === "message-finish") {
        reason = e.reason;
        metadata = { ...metadata, ...e.responseMetadata };
      }
    }
    return new AIMessage({
      id,
      content: blocks.filter((b) => b != null).map(asToolCall),
      usage_metadata: usage,
      response_metadata: { ...metadata, ...(reason ? { finish_reason: reason } : {}), output_version: "v1" },
    } as any);
  }
}

export function finalizeContentBlock(block: any): any {
  if (block.type !== "tool_call_chunk") return block;
  const { id, name } = block;
  try {
    return { type: "tool_call", id, name, args: JSON.parse(block.args ?? "{}") };
  } catch (e) {
    return { type: "invalid_tool_call", id, name, args: block.args, error: "Failed to parse tool call arguments as JSON" };
  }
}

/** Yields the events for the chunks of a model that answers in messages. */
export async function* convertChunksToEvents(chunks: AsyncIterable<any>, options?: any): AsyncGenerator<any> {
  const blocks = new Map<number, any>();
  let started = false;
  let usage: any;
  for await (const { message } of chunks) {
    options?.signal?.throwIfAborted();
    let counted = false;
    if (!started) {
      started = counted = true;
      const start: any = { event: "message-start", id: message.id ?? undefined };
      if (message.usage_metadata) start.usage = usage = { ...message.usage_metadata };
      yield start;
    }
    const { content } = message;
    if (typeof content === "string" && content) {
      if (!blocks.has(0)) {
        blocks.set(0, { type: "text", text: "" });
        yield { event: "content-block-start", index: 0, content: { type: "text", text: "" } };
      }
      const delta = { type: "text-delta", text: content };
      blocks.set(0, added(blocks.get(0), delta));
      yield { event: "content-block-delta", index: 0, delta };
    }
    for (const part of Array.isArray(content) ? content : []) {
      const index = typeof part.index === "number" ? part.index : blocks.size;
      if (blocks.has(index)) {
        const delta = deltaOfBlock(part);
        blocks.set(index, added(blocks.get(index), delta));
        yield { event: "content-block-delta", index, delta };
      } else {
        blocks.set(index, { ...part });
        yield { event: "content-block-start", index, content: { ...part } };
      }
    }
    for (const call of message.tool_call_chunks ?? []) {
      const index = typeof call.index === "number" ? call.index : blocks.size;
      if (!blocks.has(index)) {
        blocks.set(index, { type: "tool_call_chunk", id: call.id, name: call.name, args: "", index });
        yield { event: "content-block-start", index, content: { ...blocks.get(index) } };
      }
      const block = blocks.get(index);
      block.id = call.id ?? block.id;
      block.name = call.name ?? block.name;
      block.args = (block.args ?? "") + (call.args ?? "");
      const known = { ...(block.id != null ? { id: block.id } : {}), ...(block.name != null ? { name: block.name } : {}) };
      yield {
        event: "content-block-delta",
        index,
        delta: { type: "block-delta", fields: { type: "tool_call_chunk", ...known, args: block.args } },
      };
    }
    if (!counted && message.usage_metadata) {
      const more = message.usage_metadata;
      const sum = (key: string) => usage[key] + more[key];
      usage = usage
        ? { input_tokens: sum("input_tokens"), output_tokens: sum("output_tokens"), total_tokens: sum("total_tokens") }
        : { ...more };
      yield { event: "usage", usage: { ...usage } };
    }
  }
  for (const [index, block] of blocks) yield { event: "content-block-finish", index, content: finalizeContentBlock(block) };
  yield { event: "message-finish", reason: "stop", ...(usage ? { usage } : {}) };
}

/** Reports the events of a model's answer to the manager of its run. Returns the generation that they make. */
export async function generated(events: AsyncIterable<any>, signal: any, manager: any): Promise<any> {
  let any = false;
  const reported = async function* () {
    for await (const e of events) {
      signal?.throwIfAborted();
      any = true;
      const named = e.event === "message-start" && e.id == null ? { ...e, id: `run-${manager.runId}` } : e;
      await manager.handleChatModelStreamEvent(named);
      yield named;
    }
  };
  const message = await new ChatModelStream(reported());
  signal?.throwIfAborted();
  if (!any) throw new Error("Received empty response from chat model call.");
  return { text: message.text, message };
}
