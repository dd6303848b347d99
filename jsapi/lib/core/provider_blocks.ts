// This file converts the content of messages of a provider, by `model_provider`, to standard blocks. It is loaded at its
// first use.

import { fromAnthropic } from "./provider_blocks_anthropic";
import { fromBedrock } from "./provider_blocks_bedrock";
import { fromGoogle, fromGoogleGenAI, fromVertex } from "./provider_blocks_google";
import { fromOpenAI } from "./provider_blocks_openai";
import { callBlocks, isText, joined, listOf } from "./provider_blocks_shared";

/** Returns the reasoning in the extra fields of a provider's message. */
type Reasoning = (extra: any) => any[];

const textOf = (v: any): any[] => isText(v) && v !== "" ? [v] : [];
const content: Reasoning = (extra) => textOf(extra.reasoning_content);

/** A summary, and then the reasoning before the answer. */
const ofXAI: Reasoning = (extra) =>
  [...Array.isArray(extra.reasoning?.summary) ? textOf(joined(extra.reasoning.summary)) : [], ...content(extra)];

/** The readable details, if there are any. */
const ofOpenRouter: Reasoning = (extra) => {
  const fields: Record<string, string> = { "reasoning.summary": "summary", "reasoning.text": "text" };
  const details = listOf(extra.reasoning_details).flatMap((d: any) => textOf(d?.[fields[d?.type]]));
  return details.length > 0 ? details : content(extra);
};

/** Converts messages with reasoning beside their texts. thoughts returns the reasoning inside of a text. */
const plain = (reasoning: Reasoning, thoughts?: (text: string) => any[]) => (message: any): any[] => {
  const { content, additional_kwargs: extra } = message;
  const texts = isText(content) ? [content] : content.filter((b: any) => b?.type === "text" && isText(b.text)).map((b: any) => b.text);
  const blocks = thoughts ?? (isText(content) ? textBlocks : (text: string) => [{ type: "text", text }]);
  return [...reasoning(extra ?? {}).map((text) => ({ type: "reasoning", reasoning: text })), ...texts.flatMap(blocks), ...callBlocks(message)];
};

function textBlocks(text: string): any[] { return text === "" ? [] : [{ type: "text", text }]; }

/** Converts a text whose first reasoning is between tags. */
function tagged(text: string): any[] {
  const found = /<think>([\s\S]*?)<\/think>/.exec(text);
  if (!found) return textBlocks(text);
  const thought = found[1].trim();
  return [...thought === "" ? [] : [{ type: "reasoning", reasoning: thought }], ...textBlocks(text.replace(found[0], () => "").trim())];
}

const translators: Record<string, (message: any) => any[]> = {
  "anthropic": fromAnthropic,
  "bedrock-converse": fromBedrock,
  "deepseek": plain(content),
  "google": fromGoogle,
  "google-genai": fromGoogleGenAI,
  "google-vertexai": fromVertex,
  "groq": plain((extra) => textOf(extra.reasoning), tagged),
  "ollama": plain(content),
  "openai": fromOpenAI,
  "openrouter": plain(ofOpenRouter),
  "xai": plain(ofXAI),
};

/** Returns the standard blocks of a message of provider, or undefined if the provider has no form of its own. */
export function blocksOf(provider: string, message: any): any[] | undefined {
  return Object.hasOwn(translators, provider) ? translators[provider](message) : undefined;
}
