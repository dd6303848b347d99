// This file has withAgentName: it adds the names of agents to their messages, so that a model can distinguish them.

import { AIMessage, isAIMessage, isBaseMessage } from "@langchain/core/messages";
import { RunnableLambda, RunnableSequence } from "@langchain/core/runnables";

const nameTag = /<name>(.*?)<\/name>/s;
const contentTag = /<content>(.*?)<\/content>/s;
const tagged = (name: string, text: string) => `<name>${name}</name><content>${text}</content>`;
const fieldsOf = (m: any) => Object.keys(m.lc_kwargs ?? {}).length > 0 ? m.lc_kwargs : m;

/** Returns an AI message with its name in its text. */
function withName(m: any): any {
  if (!isBaseMessage(m) || m.getType() !== "ai" || !m.name) return m;
  const name = m.name;
  if (typeof m.content === "string") {
    return new AIMessage({ ...fieldsOf(m), content: tagged(name, m.content), name: undefined });
  }
  let texts = 0;
  const content = m.content.map((b: any) => {
    if (typeof b !== "string" && b.type !== "text") return b;
    texts++;
    return typeof b === "string" ? tagged(name, b) : { ...b, text: tagged(name, b.text) };
  });
  if (!texts) content.unshift({ type: "text", text: tagged(name, "") });
  return new AIMessage({ ...m.lc_kwargs, content, name: undefined });
}

/** Returns the name and the text that are in the tags of a text. */
function untag(text: string): { name?: string; text?: string } {
  const name = text.match(nameTag)?.[1];
  return { name, text: name === undefined ? undefined : text.match(contentTag)?.[1] };
}

/** Returns an AI message whose text has tags without them, and with the name in its field. */
function withoutTags(m: any): any {
  if (!isAIMessage(m) || !m.content) return m;
  if (typeof m.content === "string") {
    const { name, text } = untag(m.content);
    return name === undefined || text === undefined ? m : new AIMessage({ ...fieldsOf(m), content: text, name });
  }
  let found: string | undefined;
  const content: any[] = [];
  for (const b of m.content as any[]) {
    const { name, text } = b.type === "text" && typeof b.text === "string" ? untag(b.text) : {} as any;
    if (name === undefined) content.push(b);
    else if (text) content.push({ ...b, text });
    found = name ?? found;
  }
  return new AIMessage({ ...fieldsOf(m), content, name: found } as any);
}

export function withAgentName(model: any, mode: string): any {
  if (mode !== "inline") throw new Error(`Invalid agent name mode: ${mode}. Needs to be one of: "inline"`);
  return RunnableSequence.from([RunnableLambda.from((messages: any) => messages.map(withName)), model, RunnableLambda.from(withoutTags)] as any);
}
