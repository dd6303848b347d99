// This file has the message classes.
import { declaredBlocks, standardBlocks } from "./blocks";
import { mergeContent } from "./merge";

const brand = /* @__PURE__ */ Symbol.for("langchain.message");
const inspect = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");

export type ContentBlock = { type: string; [key: string]: any };
export type MessageContent = string | ContentBlock[];
export type ToolCall = { name: string; args: Record<string, any>; id?: string; type?: "tool_call" };
export type InvalidToolCall = { name?: string; args?: string; id?: string; error?: string; type?: "invalid_tool_call" };
export type MessageType = "human" | "ai" | "generic" | "developer" | "system" | "function" | "tool" | "remove";
export type BaseMessageFields = {
  content?: MessageContent;
  contentBlocks?: ContentBlock[];
  additional_kwargs?: Record<string, any>;
  response_metadata?: Record<string, any>;
  id?: string;
  name?: string;
  [key: string]: any;
};
type Fields = BaseMessageFields | MessageContent;

const isObject = (v: any) => typeof v === "object" && v !== null;

/** Reports whether v has the marks of a message. */
export const isMessage = (v: any): boolean =>
  isObject(v) && "type" in v && "content" in v && (typeof v.content === "string" || Array.isArray(v.content));

// Wraps data of the user that looks like a serialized class, so that it is not read back as that class.
export function escaped(v: any, up: any[]): any {
  if (Array.isArray(v)) return v.map((x) => escaped(x, up));
  if (!isObject(v) || (!up.includes(v) && ("lc_serializable" in v || v.lc_runnable) && typeof v.toJSON === "function")) return v;
  if (up.includes(v)) return { lc: 1, type: "not_implemented", id: v.lc_id || [v.constructor ? v.constructor.name : "Object"] };
  const keys = Object.keys(v);
  if ("lc" in v || (keys.length === 1 && "__lc_escaped__" in v)) return { __lc_escaped__: v };
  return Object.fromEntries(keys.map((k) => [k, escaped(v[k], [...up, v])]));
}

export const snakeCase = (key: string) =>
  key
    .replace(/([A-Z]+)([A-Z][a-z0-9]+)/g, "$1_$2")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[-_\s]+/g, "_")
    .toLowerCase();

function cut(v: any, depth: number): any {
  if (!isObject(v)) return v;
  if (!depth) return Array.isArray(v) ? "[Array]" : "[Object]";
  if (Array.isArray(v)) return v.map((x) => cut(x, depth - 1));
  return Object.fromEntries(Object.keys(v).map((k) => [k, cut(v[k], depth - 1)]));
}

/** The base of all messages. */
export abstract class BaseMessage {
  /** The value of `type` in messages of the class. */
  static _type: string | undefined;
  static lc_name(): string {
    return "BaseMessage";
  }
  // A message of another copy of this library counts, too: the brand and the type decide. It may be called without its
  // class: messages.filter(AIMessage.isInstance).
  static get isInstance(): (v: any) => boolean {
    return (v: any) => isObject(v) && v[brand] === true && isMessage(v) && (!this._type || v.type === this._type);
  }
  static [Symbol.hasInstance](v: any): boolean {
    return this.isInstance(v);
  }

  lc_serializable = true;
  lc_kwargs: any;
  lc_namespace = ["langchain_core", "messages"];
  id: string | undefined;
  name: string | undefined;
  content: any;
  additional_kwargs: Record<string, any>;
  response_metadata: Record<string, any>;
  declare type: MessageType;

  constructor(arg: Fields) {
    const f: any = typeof arg === "string" || Array.isArray(arg) ? { content: arg } : arg;
    if (!f.additional_kwargs) f.additional_kwargs = {};
    if (!f.response_metadata) f.response_metadata = {};
    const blocks = f.content === undefined && f.contentBlocks;
    this.lc_kwargs = f;
    this.id = f.id;
    this.name = f.name;
    this.content = blocks || (f.content ?? []);
    this.additional_kwargs = f.additional_kwargs;
    this.response_metadata = blocks ? { output_version: "v1", ...f.response_metadata } : f.response_metadata;
    const type = (this.constructor as any)._type;
    if (type) this.type = type;
    (this as any)[brand] = true;
  }
  _getType(): MessageType {
    return this.type;
  }
  getType(): MessageType {
    return this._getType();
  }
  get text(): string {
    return this.contentBlocks.map((b) => (b.type === "text" ? (b.text ?? "") : "")).join("");
  }
  get contentBlocks(): ContentBlock[] {
    return standardBlocks(this.content);
  }
  get lc_id(): string[] {
    const own: any = this.constructor;
    const parent = Object.getPrototypeOf(own);
    const inherits = typeof parent.lc_name === "function" && parent.lc_name() === own.lc_name();
    return [...this.lc_namespace, inherits ? own.name : own.lc_name()];
  }
  get lc_aliases(): Record<string, string> {
    return { additional_kwargs: "additional_kwargs", response_metadata: "response_metadata" };
  }
  toDict(): any {
    return { type: this.getType(), data: this.toJSON().kwargs };
  }
  toJSON(): any {
    const kwargs: any = {};
    for (const k of Object.keys(this.lc_kwargs))
      kwargs[this.lc_aliases[k] || snakeCase(k)] = escaped(k in this ? (this as any)[k] : this.lc_kwargs[k], [this]);
    return { lc: 1, type: "constructor", id: this.lc_id, kwargs };
  }
  get _printableFields(): Record<string, any> {
    const { id, content, name, additional_kwargs, response_metadata } = this;
    return { id, content, name, additional_kwargs, response_metadata };
  }
  _updateId(id: string | undefined): void {
    this.id = id;
    this.lc_kwargs.id = id;
  }
  get [Symbol.toStringTag](): string {
    return (this.constructor as any).lc_name();
  }
  [inspect](depth: number | null): any {
    if (depth === null) return this;
    return `${(this.constructor as any).lc_name()} ${JSON.stringify(cut(this._printableFields, Math.max(4, depth)), null, 2)}`;
  }
  toFormattedString(format = "pretty"): string {
    return format === "pretty" ? pretty(this) : JSON.stringify(this);
  }
}

function pretty(m: any): string {
  const title = ` ${m.type[0].toUpperCase()}${m.type.slice(1)} Message `;
  const bar = "=".repeat(Math.floor((80 - title.length) / 2));
  const lines = [bar + title + bar + (title.length % 2 ? "=" : "")];
  const calls = m.type === "ai" && m.tool_calls ? m.tool_calls : [];
  if (calls.length) lines.push("Tool Calls:");
  for (const { name, id, args } of calls) {
    lines.push(`  ${name} (${id})`, ` Call ID: ${id}`, "  Args:");
    for (const k of Object.keys(args)) lines.push(`    ${k}: ${typeof args[k] === "object" ? JSON.stringify(args[k]) : args[k]}`);
  }
  if (m.type === "tool" && m.name) lines.push(`Name: ${m.name}`);
  if (typeof m.content === "string" && m.content.trim()) lines.push(...(lines.length > 1 ? [""] : []), m.content);
  return lines.join("\n");
}

/** A message of a person. */
export class HumanMessage extends BaseMessage {
  static _type = "human";
  static lc_name(): string {
    return "HumanMessage";
  }
}

const listOf = (v: any): any[] =>
  Array.isArray(v) ? v : v == null || v === "" ? [] : [typeof v === "string" ? { type: "text", text: v } : v];

/** Returns the tool calls of OpenAI's form: those that can be parsed, and those that cannot. */
export function defaultToolCallParser(raw: any[]): [ToolCall[], InvalidToolCall[]] {
  const calls: ToolCall[] = [];
  const invalid: InvalidToolCall[] = [];
  for (const { id, function: fn } of raw) {
    if (!fn) continue;
    try {
      calls.push({ name: fn.name || "", args: JSON.parse(fn.arguments) || {}, id });
    } catch (e) {
      invalid.push({ name: fn.name, args: fn.arguments, id, error: "Malformed args." });
    }
  }
  return [calls, invalid];
}

// Adds to the content blocks the calls that are only in tool_calls, and the other way round.
function completeCalls(f: any): void {
  const same = (a: any, b: any) => a.id === b.id && a.name === b.name;
  const call = ({ id, name, args }: any) => ({ type: "tool_call", id, name, args });
  const blocks = (f.contentBlocks = listOf(f.contentBlocks));
  const inBlocks = () => blocks.filter((b: any) => b.type === "tool_call");
  blocks.push(...f.tool_calls.filter((c: any) => !inBlocks().some((b: any) => same(b, c))).map(call));
  const missing = inBlocks().filter((b: any) => !f.tool_calls.some((c: any) => same(b, c)));
  if (missing.length) f.tool_calls = [...f.tool_calls, ...missing.map(call)];
}

/** A message of a model. */
export class AIMessage extends BaseMessage {
  static _type = "ai";
  static lc_name(): string {
    return "AIMessage";
  }
  tool_calls: ToolCall[] = [];
  invalid_tool_calls: InvalidToolCall[] = [];
  usage_metadata: any;
  constructor(fields: Fields) {
    let f: any = fields;
    if (typeof f === "string" || Array.isArray(f)) f = { content: f, tool_calls: [], invalid_tool_calls: [], additional_kwargs: {} };
    const raw = f.additional_kwargs && f.additional_kwargs.tool_calls;
    if (raw != null && f.tool_calls === undefined)
      [f.tool_calls, f.invalid_tool_calls] = Array.isArray(raw) ? defaultToolCallParser(raw) : [[], []];
    f.tool_calls = f.tool_calls ?? [];
    f.invalid_tool_calls = f.invalid_tool_calls ?? [];
    if (f.content !== undefined && f.response_metadata && f.response_metadata.output_version === "v1") {
      f.contentBlocks = listOf(f.content);
      f.content = undefined;
    }
    if (f.contentBlocks !== undefined) completeCalls(f);
    super(f);
    this.tool_calls = f.tool_calls;
    this.invalid_tool_calls = f.invalid_tool_calls;
    this.usage_metadata = f.usage_metadata;
  }
  get contentBlocks(): ContentBlock[] {
    const declared = declaredBlocks(this);
    if (declared) return declared;
    const blocks = super.contentBlocks;
    for (const { id, name, args } of this.tool_calls || [])
      if (!blocks.some((b) => b.id === id && b.name === name)) blocks.push({ type: "tool_call", id, name, args });
    return blocks;
  }
  get _printableFields(): Record<string, any> {
    const { tool_calls, invalid_tool_calls, usage_metadata } = this;
    return { ...super._printableFields, tool_calls, invalid_tool_calls, usage_metadata };
  }
}

/** An instruction for a model. */
export class SystemMessage extends BaseMessage {
  static _type = "system";
  static lc_name(): string {
    return "SystemMessage";
  }
  /** Returns this message with a text or another system message added. */
  concat(more: any): SystemMessage {
    if (typeof more === "string") more = { content: more };
    else if (!SystemMessage.isInstance(more)) throw new Error("Unexpected chunk type for system message");
    return new SystemMessage({
      content: mergeContent(this.content, more.content),
      additional_kwargs: { ...this.additional_kwargs, ...more.additional_kwargs },
      response_metadata: { ...this.response_metadata, ...more.response_metadata },
      id: this.id ?? more.id,
      name: this.name ?? more.name,
    });
  }
}

/** The result of a tool call. */
export class ToolMessage extends BaseMessage {
  static _type = "tool";
  static lc_name(): string {
    return "ToolMessage";
  }
  lc_direct_tool_output = true;
  status: "success" | "error" | undefined;
  tool_call_id: string;
  metadata: any;
  artifact: any;
  constructor(fields: Fields, tool_call_id?: string, name?: string) {
    const f: any = typeof fields === "string" || Array.isArray(fields) ? { content: fields, name, tool_call_id } : fields;
    super(f);
    this.status = f.status;
    this.tool_call_id = f.tool_call_id;
    this.metadata = f.metadata;
    this.artifact = f.artifact;
  }
  get _printableFields(): Record<string, any> {
    return { ...super._printableFields, tool_call_id: this.tool_call_id, artifact: this.artifact };
  }
}

/** The result of a function, in the older protocol. */
export class FunctionMessage extends BaseMessage {
  static _type = "function";
  static lc_name(): string {
    return "FunctionMessage";
  }
}

/** A message with any other role. */
export class ChatMessage extends BaseMessage {
  static _type = "generic";
  static lc_name(): string {
    return "ChatMessage";
  }
  role: string;
  constructor(fields: Fields, role?: string) {
    const f: any = typeof fields === "string" || Array.isArray(fields) ? { content: fields, role } : fields;
    super(f);
    this.role = f.role;
  }
  get _printableFields(): Record<string, any> {
    return { ...super._printableFields, role: this.role };
  }
}

/** Tells a reducer to remove the message with this id. */
export class RemoveMessage extends BaseMessage {
  static _type = "remove";
  constructor(fields: { id: string; [key: string]: any }) {
    super({ ...fields, content: [] });
  }
  get lc_id(): string[] {
    return [...this.lc_namespace, "RemoveMessage"];
  }
}

/** Reports whether v is the result of a tool that is passed on unchanged. */
export const isDirectToolOutput = (v: any): boolean => isObject(v) && v.lc_direct_tool_output === true;
export const isBaseMessage = (v: any): v is BaseMessage => !!v && typeof v._getType === "function";
export const isAIMessage = (v: any): v is AIMessage => v._getType() === "ai";
export const isHumanMessage = (v: any): v is HumanMessage => v.getType() === "human";
export const isSystemMessage = (v: any): v is SystemMessage => v._getType() === "system";
export const isFunctionMessage = (v: any): v is FunctionMessage => v._getType() === "function";
export const isChatMessage = (v: any): v is ChatMessage => v._getType() === "generic";
export const isToolMessage = (v: any): v is ToolMessage => isObject(v) && typeof v.getType === "function" && v.getType() === "tool";
