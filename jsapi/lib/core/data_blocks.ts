// This file has functions for content blocks of the older standard, which have a source_type, and for tool calls in
// OpenAI's form.
import { isDataContentBlock } from "./blocks";
import { _mergeDicts } from "./merge";

declare const atob: (text: string) => string;

const isText = (v: any): v is string => typeof v === "string";
const ofSource = (b: any, source: string, field: string): boolean => isDataContentBlock(b) && b.source_type === source && isText(b[field]);

export const KNOWN_BLOCK_TYPES = [
  "text", "reasoning", "tool_call", "tool_call_chunk", "invalid_tool_call", "server_tool_call", "server_tool_call_chunk", "server_tool_call_result", "image", "video", "audio", "text-plain", "file",
];

export const isURLContentBlock = (b: any): boolean => ofSource(b, "url", "url");
export const isBase64ContentBlock = (b: any): boolean => ofSource(b, "base64", "data");
export const isPlainTextContentBlock = (b: any): boolean => ofSource(b, "text", "text");
export const isIDContentBlock = (b: any): boolean => ofSource(b, "id", "id");

/** Returns an image block in OpenAI's form. */
export function convertToOpenAIImageBlock(b: any): any {
  if (!isDataContentBlock(b) || (b.source_type !== "url" && b.source_type !== "base64"))
    throw new Error("Unsupported source type. Only 'url' and 'base64' are supported.");
  if (b.source_type === "url") return { type: "image_url", image_url: { url: b.url } };
  if (!b.mime_type) throw new Error("mime_type key is required for base64 data.");
  return { type: "image_url", image_url: { url: `data:${b.mime_type};base64,${b.data}` } };
}

/** Returns the parts of a text such as "text/plain; charset=utf-8". */
export function parseMimeType(text: string): { type: string; subtype: string; parameters: Record<string, string> } {
  const [kind, ...rest] = text.split(";");
  const parts = kind.split("/");
  if (parts.length !== 2) throw new Error(`Invalid mime type: "${text}" - does not match type/subtype format.`);
  const [type, subtype] = parts.map((p) => p.trim());
  if (!type || !subtype) throw new Error(`Invalid mime type: "${text}" - type or subtype is empty.`);
  const parameters: Record<string, string> = {};
  for (const parameter of rest) {
    const [name, value, ...more] = parameter.split("=").map((p) => p.trim());
    if (more.length || !name || value === undefined) throw new Error(`Invalid parameter syntax in mime type: "${text}".`);
    parameters[name] = value;
  }
  return { type, subtype, parameters };
}

/** Returns the data and the MIME type of a data: URL in base64, or undefined for other texts. */
export function parseBase64DataUrl({ dataUrl, asTypedArray = false }: { dataUrl: string; asTypedArray?: boolean }): any {
  const m = /^data:(\w+\/\w+);base64,([A-Za-z0-9+/]+=*)$/.exec(dataUrl);
  if (!m) return undefined;
  return { mime_type: m[1].toLowerCase(), data: asTypedArray ? Uint8Array.from(atob(m[2]), (c) => c.charCodeAt(0)) : m[2] };
}

const converters: Record<string, string> = { text: "fromStandardTextBlock", image: "fromStandardImageBlock", audio: "fromStandardAudioBlock", file: "fromStandardFileBlock" };

/** Returns a block in the form of a provider. converter has the functions that convert. */
export function convertToProviderContentBlock(b: any, converter: any): any {
  const name = Object.hasOwn(converters, b.type) ? converters[b.type] : undefined;
  if (!name) throw new Error(`Unable to convert content block type '${b.type}' to provider-specific format: not recognized.`);
  if (!converter[name]) throw new Error(`Converter for ${converter.providerName} does not implement \`${name}\` method.`);
  return converter[name](b);
}

/** Reports whether all elements of a list are pieces of tool calls, each with an index. */
export const isOpenAIToolCallArray = (v: any): boolean => Array.isArray(v) && v.every((c) => typeof c.index === "number");

export const mergeResponseMetadata = (a?: any, b?: any): any => _mergeDicts(a ?? {}, b ?? {});
