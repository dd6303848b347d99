// This file has piiMiddleware: it finds personal data in messages, and hides or refuses it.

import { createHash } from "node:crypto";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { boolean, object } from "zod";
import { createMiddleware } from "./middleware";

interface Match { text: string; start: number; end: number }

export class PIIDetectionError extends Error {
  piiType: string;
  matches: Match[];

  constructor(piiType: string, matches: Match[]) {
    super(`PII detected: ${piiType} found ${matches.length} occurrence(s)`);
    this.name = "PIIDetectionError";
    this.piiType = piiType;
    this.matches = matches;
  }
}

/** Returns a function that finds the matches of a pattern which pass a check. */
const finding = (source: string, flags = "g", passes = (_text: string) => true) => (content: string): Match[] => {
  const found = [...content.matchAll(new RegExp(source, flags))].filter((m) => passes(m[0]));
  return found.map((m) => ({ text: m[0], start: m.index, end: m.index + m[0].length }));
};

/** Reports whether the last digit of a card number is the check digit of the others. */
function luhn(text: string): boolean {
  const digits = [...text.replace(/\D/g, "")].reverse().map(Number);
  const sum = digits.reduce((s, d, i) => s + (i % 2 === 0 ? d : d > 4 ? d * 2 - 9 : d * 2), 0);
  return sum % 10 === 0;
}

const byte = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)";
export const detectEmail = finding("\\b[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}\\b");
export const detectCreditCard = finding("\\b(?:\\d{4}[-\\s]?){3}\\d{4}\\b", "g", luhn);
export const detectIP = finding(`\\b(?:${byte}\\.){3}${byte}\\b`);
export const detectMacAddress = finding("\\b(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}\\b");
export const detectUrl = finding("(?:https?://|www\\.)[^\\s<>\"{}|\\\\^`[\\]]+", "gi");

const detectors: Record<string, (content: string) => Match[]> = {
  email: detectEmail, credit_card: detectCreditCard, ip: detectIP, mac_address: detectMacAddress, url: detectUrl,
};

export function resolveRedactionRule({ piiType, strategy, detector }: any): any {
  let find = detector;
  if (!detector) {
    find = detectors[piiType];
    if (!find) throw new Error(`Unknown PII type: ${piiType}. Must be one of: ${Object.keys(detectors).join(", ")}, or provide a custom detector.`);
  } else if (typeof detector === "string") find = finding(detector);
  else if (detector instanceof RegExp) find = finding(detector.source, detector.flags.includes("g") ? detector.flags : `${detector.flags}g`);
  return { piiType, strategy, detector: find };
}

function masked(text: string, piiType: string): string {
  if (piiType === "credit_card") return `****-****-****-${text.replace(/\D/g, "").slice(-4)}`;
  if (piiType === "email") {
    const [local, domain] = text.split("@");
    return local && domain ? `${local[0]}***@${domain}` : "***";
  }
  const shown = Math.min(4, text.length);
  return "*".repeat(text.length - shown) + text.slice(-shown);
}

const hashed = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** Returns the text in which every match is replaced as the strategy requires. */
export function applyStrategy(content: string, matches: Match[], strategy: string, piiType: string): string {
  if (matches.length === 0) return content;
  if (strategy === "block") throw new PIIDetectionError(piiType, matches);
  const replaced: Record<string, (text: string) => string> = {
    redact: () => `[REDACTED_${piiType.toUpperCase()}]`, mask: (text) => masked(text, piiType), hash: (text) => `<${piiType}_hash:${hashed(text)}>`,
  };
  if (!replaced[strategy]) throw new Error(`Unknown strategy: ${strategy}`);
  return [...matches].reverse().reduce((text, m) => text.slice(0, m.start) + replaced[strategy](m.text) + text.slice(m.end), content);
}

export function piiMiddleware(piiType: string, options: any = {}): any {
  const rule = resolveRedactionRule({ piiType, strategy: options.strategy ?? "redact", detector: options.detector });

  /** Replaces personal data in message i. Returns whether there were any. */
  function clean(messages: any[], i: number, Class: any, fields: any = {}): boolean {
    const m = messages[i];
    if (!m?.content) return false;
    const text = String(m.content);
    const matches = rule.detector(text);
    if (matches.length === 0) return false;
    messages[i] = new Class({ content: applyStrategy(text, matches, rule.strategy, piiType), id: m.id, name: m.name, ...fields });
    return true;
  }
  const lastOf = (messages: any[], Class: any) => messages.map((m) => Class.isInstance(m)).lastIndexOf(true);
  const settings = ["applyToInput", "applyToOutput", "applyToToolResults"];
  const wants = (name: string, runtime: any, usual = false) => runtime.context[name] ?? options[name] ?? usual;

  return createMiddleware({
    name: `PIIMiddleware[${piiType}]`,
    contextSchema: object(Object.fromEntries(settings.map((name) => [name, boolean().optional()]))),
    beforeModel: async (state: any, runtime: any) => {
      const messages = [...state.messages ?? []];
      let changed = wants("applyToInput", runtime, true) && clean(messages, lastOf(messages, HumanMessage), HumanMessage);
      const ai = wants("applyToToolResults", runtime) ? lastOf(messages, AIMessage) : -1;
      for (let i = ai + 1; ai >= 0 && i < messages.length; i++) {
        if (!(ToolMessage as any).isInstance(messages[i])) continue;
        changed = clean(messages, i, ToolMessage, { tool_call_id: messages[i].tool_call_id }) || changed;
      }
      return changed ? { messages } : undefined;
    },
    afterModel: async (state: any, runtime: any) => {
      const messages = [...state.messages ?? []];
      const i = lastOf(messages, AIMessage);
      if (!wants("applyToOutput", runtime) || i < 0) return undefined;
      return clean(messages, i, AIMessage, { tool_calls: messages[i].tool_calls }) ? { messages } : undefined;
    },
  });
}
