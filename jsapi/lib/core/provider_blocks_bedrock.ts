// This file converts messages of Bedrock's Converse API to standard blocks.

import { contentOf, isObject, isText, joined, listOf, nonStandard } from "./provider_blocks_shared";

declare const Buffer: any;

const office = "application/vnd.openxmlformats-officedocument";
const mimeTypes: Record<string, string> = {
  csv: "text/csv", html: "text/html", md: "text/markdown", txt: "text/plain", pdf: "application/pdf", xls: "application/vnd.ms-excel",
  doc: `${office}.wordprocessingml.document`, docx: `${office}.wordprocessingml.document`, xlsx: `${office}.spreadsheetml.sheet`, jpg: "image/jpeg",
  ...Object.fromEntries(["gif", "jpeg", "png", "webp"].map((f) => [f, `image/${f}`])),
  ...Object.fromEntries(["flv", "mkv", "mov", "mp4", "mpeg", "mpg", "three_gp", "webm", "wmv"].map((f) => [f, `video/${f}`])),
};

/** Converts a document, picture or film, which has a location or bytes. */
function file(block: any, type: string): any {
  const { format, source } = block[block.type] ?? {};
  const mimeType = Object.hasOwn(mimeTypes, format) ? mimeTypes[format] : "application/octet-stream";
  if (isText(source?.s3Location?.uri)) return { type, mimeType, fileId: source.s3Location.uri };
  if (source?.bytes instanceof Uint8Array) return { type, mimeType, data: source.bytes };
  if (type !== "file" || !isObject(source)) return undefined;
  if (isText(source.text)) return { type, mimeType, data: Buffer.from(source.text).toString("base64") };
  return Array.isArray(source.content) ? { type, mimeType, data: joined(source.content) } : undefined;
}

const numberOf = (v: any) => typeof v === "number" ? v : undefined;

function citation({ sourceContent, location }: any): any {
  const place = location?.documentChar || location?.documentPage || location?.documentChunk;
  const where = isObject(place)
    ? { source: numberOf(place.documentIndex)?.toString(), startIndex: numberOf(place.start), endIndex: numberOf(place.end) } : {};
  return { type: "citation", citedText: joined(listOf(sourceContent)), ...where };
}

const forms: Record<string, (block: any) => any> = {
  reasoning: (block) => isText(block.reasoning) ? { ...block } : undefined,
  citations_content({ citationsContent: c }) {
    return isObject(c) ? { type: "text", text: joined(listOf(c.content)), annotations: listOf(c.citations).filter(isObject).map(citation) } : undefined;
  },
  reasoning_content({ reasoningText: t }) {
    if (isText(t)) return { type: "reasoning", reasoning: t };
    return isText(t?.text) ? { type: "reasoning", reasoning: t.text, ...isText(t.signature) ? { signature: t.signature } : {} } : undefined;
  },
  text: ({ text }) => isText(text) ? { type: "text", text } : undefined,
  document: (block) => file(block, "file"),
  image: (block) => file(block, "image"),
  video: (block) => file(block, "video"),
};

export function fromBedrock(message: any): any[] {
  return contentOf(message).filter((block) => block?.type !== "tool_call")
    .map((block) => (Object.hasOwn(forms, block?.type) ? forms[block.type](block) : undefined) ?? nonStandard(block));
}
