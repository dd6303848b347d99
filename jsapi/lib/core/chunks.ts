// This file has message chunks, the pieces of a streamed message, and joins them.
import { declaredBlocks } from "./blocks";
import { _mergeDicts, _mergeLists, _mergeObj, mergeContent } from "./merge";
import { BaseMessage, BaseMessageFields, ContentBlock, InvalidToolCall, MessageContent, ToolCall } from "./message";
import { parsePartialJson } from "./partial_json";

export type ToolCallChunk = { name?: string; args?: string; id?: string; index?: number; type?: "tool_call_chunk"; isCustomTool?: boolean };

const isObject = (v: any) => typeof v === "object" && v !== null;

// Adds the counts of both; a count that only one has is taken as it is.
function sum(a: any, b: any, keys: string[]): any {
  const out: any = {};
  for (const k of keys) if ((a && a[k] !== undefined) || (b && b[k] !== undefined)) out[k] = ((a && a[k]) ?? 0) + ((b && b[k]) ?? 0);
  return out;
}
const modalities = ["audio", "image", "video", "document", "text"];
export function mergeUsageMetadata(a: any = {}, b: any = {}): any {
  return {
    ...sum({ input_tokens: 0, output_tokens: 0, total_tokens: 0, ...a }, b, ["input_tokens", "output_tokens", "total_tokens"]),
    input_token_details: sum(a.input_token_details, b.input_token_details, [...modalities, "cache_read", "cache_creation"]),
    output_token_details: sum(a.output_token_details, b.output_token_details, [...modalities, "reasoning"]),
  };
}

/** Joins the pieces of each tool call, and parses the part of its arguments that is there. */
export function collapseToolCallChunks(chunks: ToolCallChunk[]): any {
  const groups: ToolCallChunk[][] = [];
  for (const c of chunks) {
    const byId = !!c.id;
    const byIndex = c.index !== undefined;
    const g = (byId || byIndex) && groups.find(([m]) => (!byId || m.id === c.id) && (!byIndex || m.index === c.index));
    if (g) g.push(c);
    else groups.push([c]);
  }
  const tool_calls: ToolCall[] = [];
  const invalid_tool_calls: InvalidToolCall[] = [];
  for (const g of groups) {
    const name = g[0].name ?? "";
    const raw = g.map((c) => c.args || "").join("");
    const id = (g.find((c) => c.id) || g[0]).id;
    const text = raw.trim() || "{}";
    const custom = g.some((c) => c.isCustomTool === true);
    const args = custom ? { input: raw } : parsePartialJson(text);
    if (id && isObject(args) && !Array.isArray(args)) tool_calls.push({ name, args, id, type: "tool_call" });
    else invalid_tool_calls.push({ name, args: custom ? raw || "{}" : text, id, error: "Malformed args.", type: "invalid_tool_call" });
  }
  return { tool_call_chunks: chunks, tool_calls, invalid_tool_calls };
}

/** The base of all chunks. */
export abstract class BaseMessageChunk extends BaseMessage {
  static get isInstance(): (v: any) => boolean {
    const isOfClass = super.isInstance;
    return (v: any) => isOfClass(v) && Object.prototype.isPrototypeOf.call(BaseMessageChunk.prototype, v);
  }
  /** Returns fields besides the content that concat copies. */
  _own(_other: any): any {
    return {};
  }
  concat(other: any): any {
    return new (this.constructor as any)({
      content: mergeContent(this.content, other.content),
      additional_kwargs: _mergeDicts(this.additional_kwargs, other.additional_kwargs),
      response_metadata: _mergeDicts(this.response_metadata, other.response_metadata),
      ...this._own(other),
      id: this.id ?? other.id,
    });
  }
}

export class HumanMessageChunk extends BaseMessageChunk {
  static _type = "human";
  static lc_name(): string {
    return "HumanMessageChunk";
  }
}
export class SystemMessageChunk extends BaseMessageChunk {
  static _type = "system";
  static lc_name(): string {
    return "SystemMessageChunk";
  }
}
export class FunctionMessageChunk extends BaseMessageChunk {
  static _type = "function";
  static lc_name(): string {
    return "FunctionMessageChunk";
  }
  _own(): any {
    return { name: this.name ?? "" };
  }
}

export class ChatMessageChunk extends BaseMessageChunk {
  static _type = "generic";
  static lc_name(): string {
    return "ChatMessageChunk";
  }
  role: string;
  constructor(fields: BaseMessageFields | MessageContent, role?: string) {
    const f: any = typeof fields === "string" || Array.isArray(fields) ? { content: fields, role } : fields;
    super(f);
    this.role = f.role;
  }
  _own(): any {
    return { role: this.role };
  }
  get _printableFields(): Record<string, any> {
    return { ...super._printableFields, role: this.role };
  }
}

export class ToolMessageChunk extends BaseMessageChunk {
  static _type = "tool";
  static lc_name(): string {
    return "ToolMessageChunk";
  }
  tool_call_id: string;
  status: any;
  artifact: any;
  constructor(fields: BaseMessageFields) {
    super(fields);
    this.tool_call_id = fields.tool_call_id;
    this.status = fields.status;
    this.artifact = fields.artifact;
  }
  _own(other: any): any {
    return {
      artifact: _mergeObj(this.artifact, other.artifact),
      tool_call_id: this.tool_call_id,
      id: this.id ?? other.id,
      status: this.status === "error" || other.status === "error" ? "error" : "success",
    };
  }
  get _printableFields(): Record<string, any> {
    return { ...super._printableFields, tool_call_id: this.tool_call_id, artifact: this.artifact };
  }
}

export class AIMessageChunk extends BaseMessageChunk {
  static _type = "ai";
  static lc_name(): string {
    return "AIMessageChunk";
  }
  tool_calls: ToolCall[] = [];
  invalid_tool_calls: InvalidToolCall[] = [];
  tool_call_chunks: ToolCallChunk[] = [];
  usage_metadata: any;
  constructor(fields: BaseMessageFields | MessageContent) {
    const plain = typeof fields === "string" || Array.isArray(fields);
    const f: any = plain ? { content: fields } : { ...fields };
    const chunks = f.tool_call_chunks || [];
    const none = { tool_calls: f.tool_calls ?? [], invalid_tool_calls: [], tool_call_chunks: [] };
    Object.assign(f, chunks.length ? collapseToolCallChunks(chunks) : none, plain ? {} : { usage_metadata: f.usage_metadata });
    super(f);
    this.tool_calls = f.tool_calls;
    this.invalid_tool_calls = f.invalid_tool_calls;
    this.tool_call_chunks = f.tool_call_chunks;
    this.usage_metadata = f.usage_metadata;
  }
  get contentBlocks(): ContentBlock[] {
    const declared = declaredBlocks(this);
    if (declared) return declared;
    const blocks = super.contentBlocks;
    if (typeof this.content === "string") return blocks;
    const known = this.content.filter((b: any) => b.type === "tool_call").map((b: any) => b.id);
    for (const c of this.tool_calls || []) if (c.id && !known.includes(c.id)) blocks.push({ ...c, type: "tool_call" });
    return blocks;
  }
  get _printableFields(): Record<string, any> {
    const { tool_calls, tool_call_chunks, invalid_tool_calls, usage_metadata } = this;
    return { ...super._printableFields, tool_calls, tool_call_chunks, invalid_tool_calls, usage_metadata };
  }
  concat(other: AIMessageChunk): AIMessageChunk {
    const fields: any = {
      content: mergeContent(this.content, other.content),
      additional_kwargs: _mergeDicts(this.additional_kwargs, other.additional_kwargs),
      response_metadata: _mergeDicts(this.response_metadata, other.response_metadata) ?? {},
      tool_call_chunks: _mergeLists(this.tool_call_chunks, other.tool_call_chunks) ?? [],
      tool_calls: _mergeLists(this.tool_calls, other.tool_calls) ?? [],
      id: this.id ?? other.id,
    };
    if (this.usage_metadata !== undefined || other.usage_metadata !== undefined)
      fields.usage_metadata = mergeUsageMetadata(this.usage_metadata, other.usage_metadata);
    return new (this.constructor as any)(fields);
  }
}

/** Returns a chunk with the content of message. */
export function convertToChunk(message: any): any {
  const f: any = { ...message };
  switch (message._getType()) {
    case "human":
      return new HumanMessageChunk(f);
    case "ai":
      if (f.tool_calls)
        f.tool_call_chunks = f.tool_calls.map((c: any) => ({
          ...c,
          type: "tool_call_chunk",
          index: undefined,
          args: JSON.stringify(c.args),
        }));
      return new AIMessageChunk(f);
    case "system":
      return new SystemMessageChunk(f);
    case "function":
      return new FunctionMessageChunk(f);
    case "generic":
      return new ChatMessageChunk(f);
  }
  throw new Error("Unknown message type.");
}

export const isBaseMessageChunk = (v: any): v is BaseMessageChunk => BaseMessageChunk.isInstance(v);
export const isAIMessageChunk = (v: any): v is AIMessageChunk => v._getType() === "ai";
export const isHumanMessageChunk = (v: any): v is HumanMessageChunk => v.getType() === "human";
export const isSystemMessageChunk = (v: any): v is SystemMessageChunk => v._getType() === "system";
export const isFunctionMessageChunk = (v: any): v is FunctionMessageChunk => v._getType() === "function";
export const isChatMessageChunk = (v: any): v is ChatMessageChunk => v._getType() === "generic";
export const isToolMessageChunk = (v: any): v is ToolMessageChunk => v._getType() === "tool";
