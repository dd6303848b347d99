// This file filters, merges and trims lists of messages.
import {
  AIMessageChunk,
  ChatMessageChunk,
  FunctionMessageChunk,
  HumanMessageChunk,
  SystemMessageChunk,
  ToolMessageChunk,
  convertToChunk,
  isBaseMessageChunk,
} from "./chunks";
import { AIMessage, ChatMessage, FunctionMessage, HumanMessage, RemoveMessage, SystemMessage, ToolMessage } from "./message";
import { RunnableLambda } from "./runnables";

// Reports whether m is of one of these types, which are given by name or by class.
const isOf = (m: any, kinds: any[]) => kinds.some((k) => (typeof k === "string" ? k : new k({}).getType()) === m.getType());

function filter(messages: any[], o: any = {}): any[] {
  const hit = (list: any, v: any) => list && v && list.includes(v);
  return messages.filter((m) => {
    if (hit(o.excludeNames, m.name) || (o.excludeTypes && isOf(m, o.excludeTypes)) || hit(o.excludeIds, m.id)) return false;
    if (!o.includeTypes && !o.includeIds && !o.includeNames) return true;
    return !!(hit(o.includeNames, m.name) || (o.includeTypes && isOf(m, o.includeTypes)) || hit(o.includeIds, m.id));
  });
}

/** Returns the messages that match the options. With options alone it returns a runnable that filters. */
export function filterMessages(a: any, options?: any): any {
  return Array.isArray(a) ? filter(a, options) : RunnableLambda.from((list: any) => filter(list, a));
}

const classes: any = {
  human: [HumanMessage, HumanMessageChunk],
  ai: [AIMessage, AIMessageChunk],
  system: [SystemMessage, SystemMessageChunk],
  tool: [ToolMessage, ToolMessageChunk],
  function: [FunctionMessage, FunctionMessageChunk],
  generic: [ChatMessage, ChatMessageChunk],
  remove: [RemoveMessage, RemoveMessage],
};

// Returns a message like m, with some fields changed.
function remake(m: any, change: any = {}, chunk = false): any {
  const type = m.getType();
  if (!classes[type]) throw new Error(`Unrecognized message type ${type}`);
  const own = Object.entries(m).filter(([k]) => k !== "type" && k !== "tool_call_chunks" && !k.startsWith("lc_"));
  const f: any = { ...Object.fromEntries(own), ...change };
  if (chunk && type === "ai") f.tool_call_chunks = convertToChunk(m).tool_call_chunks;
  return new classes[type][chunk ? 1 : 0](f);
}

function merge(messages: any[]): any[] {
  const out: any[] = [];
  for (const m of messages) {
    const last = out[out.length - 1];
    if (!last || m.getType() === "tool" || m.getType() !== last.getType()) {
      out.push(m);
      continue;
    }
    const [a, b] = [convertToChunk(last), convertToChunk(m)];
    const both = a.concat(b);
    if (typeof a.content === "string" && typeof b.content === "string") both.content = `${a.content}\n${b.content}`;
    out[out.length - 1] = remake(both);
  }
  return out;
}

/** Joins neighbours of the same type to one message. Without a list it returns a runnable that does this. */
export function mergeMessageRuns(a?: any): any {
  return Array.isArray(a) ? merge(a) : RunnableLambda.from(merge);
}

/** Splits text into lines. */
export async function defaultTextSplitter(text: string): Promise<string[]> {
  const lines = text.split("\n");
  return lines.map((l, i) => (i < lines.length - 1 ? l + "\n" : l));
}

type Limits = {
  max: number;
  count: (list: any[]) => Promise<number>;
  split: (text: string) => Promise<string[]>;
  partial?: "first" | "last";
};

// Returns the messages before m, and as much of m as fits. m is the first message that does not fit as a whole. Of a
// message with blocks, each longer part that fits is added after the shorter ones.
async function withPart(before: any[], m: any, { max, count, split, partial }: Limits): Promise<any[]> {
  const last = partial === "last";
  if (Array.isArray(m.content)) {
    const blocks = last ? [...m.content].reverse() : m.content;
    let out = before;
    for (let i = 1; i <= blocks.length; i++) {
      const more = [...out, remake(m, { content: last ? blocks.slice(-i) : blocks.slice(0, i) })];
      if ((await count(more)) > max) break;
      out = more;
    }
    if (out !== before) return out;
  }
  const text = typeof m.content === "string" ? m.content : (m.content.find((b: any) => b.type === "text" && b.text) || {}).text;
  if (!text) return before;
  const parts = await split(text);
  if (last) parts.reverse();
  for (let n = parts.length - 1; n > 0; n--) {
    parts.pop();
    m.content = parts.join("");
    if ((await count([...before, m])) > max) continue;
    if (last) m.content = [...parts].reverse().join("");
    return [...before, m];
  }
  return before;
}

async function fromStart(messages: any[], limits: Limits, endOn?: any): Promise<any[]> {
  let n = messages.length;
  while (n && (await limits.count(messages.slice(0, n))) > limits.max) n--;
  let out = messages.slice(0, n);
  if (n < messages.length && limits.partial) out = await withPart(out, messages[n], limits);
  if (endOn) while (out.length && !isOf(out[out.length - 1], [].concat(endOn))) out.pop();
  return out;
}

async function trim(messages: any[], o: any): Promise<any[]> {
  const { maxTokens: max, tokenCounter, strategy = "last", allowPartial, endOn, startOn, includeSystem, textSplitter } = o;
  for (const k of ["startOn", "includeSystem"])
    if (o[k] && strategy === "first") throw new Error(`\`${k}\` should only be specified if \`strategy\` is 'last'.`);
  const ofModel = async (list: any[]) =>
    (await Promise.all(list.map((m) => tokenCounter.getNumTokens(m.content)))).reduce((a, b) => a + b, 0);
  const limits: Limits = {
    max,
    count: "getNumTokens" in tokenCounter ? ofModel : async (list) => tokenCounter(list),
    split: !textSplitter
      ? defaultTextSplitter
      : async (text) => (textSplitter.splitText ? textSplitter.splitText(text) : textSplitter(text)),
    partial: allowPartial ? strategy : undefined,
  };
  if (strategy === "first") return fromStart(messages, limits, endOn);
  if (strategy !== "last") throw new Error(`Unrecognized strategy: '${strategy}'. Must be one of 'first' or 'last'.`);
  const list = messages.map((m) => remake(m, {}, isBaseMessageChunk(m)));
  if (endOn) while (list.length && !isOf(list[list.length - 1], [].concat(endOn))) list.pop();
  const fixed = includeSystem && list.length && list[0].getType() === "system" ? list.splice(0, 1) : [];
  const kept = await fromStart([...fixed, ...list.reverse()], limits, startOn);
  return [...kept.slice(0, fixed.length), ...kept.slice(fixed.length).reverse()];
}

/** Returns the messages that fit in maxTokens. With options alone it returns a runnable that trims. */
export function trimMessages(a: any, options?: any): any {
  if (!Array.isArray(a)) return RunnableLambda.from((list: any) => trim(list, a)).withConfig({ runName: "trim_messages" });
  if (!options) throw new Error("Options parameter is required when providing messages.");
  return trim(a, options);
}
