// This file converts content blocks of the older form, and of providers' forms, to the standard form.

const isObject = (v: any) => typeof v === "object" && v !== null;
const isText = (v: any): v is string => typeof v === "string";

/** Reports whether b is a block of the older standard, with source_type. */
export const isDataContentBlock = (b: any): boolean =>
  isObject(b) && isText(b.type) && ["url", "base64", "text", "id"].includes(b.source_type);

function fromData(b: any): any {
  if (!isDataContentBlock(b)) return b;
  const { type, mime_type: mimeType, metadata } = b;
  if (b.source_type === "url" && isText(b.url)) return { type, mimeType, url: b.url, metadata };
  if (b.source_type === "base64" && isText(b.data))
    return { type, mimeType: mimeType ?? "application/octet-stream", data: b.data, metadata };
  if (b.source_type === "id" && isText(b.id)) return { type, mimeType, fileId: b.id, metadata };
  return b;
}

function dataURL(url: string): { mimeType: string; data: string } | undefined {
  const m = /^data:(\w+\/\w+);base64,([A-Za-z0-9+/]+=*)$/.exec(url);
  return m ? { mimeType: m[1].toLowerCase(), data: m[2] } : undefined;
}

/** Returns a picture, a sound or a file in OpenAI's form as a standard block. Other blocks are returned unchanged. */
export function openAIBlock(b: any): any {
  const inner = b[b.type];
  if (!isObject(inner)) return b;
  if (b.type === "image_url" && isText(inner.url)) return { type: "image", ...(dataURL(inner.url) || { url: inner.url }) };
  if (b.type === "input_audio" && isText(inner.data) && isText(inner.format))
    return { type: "audio", data: inner.data, mimeType: `audio/${inner.format}` };
  if (b.type !== "file" || !isText(inner.data)) return b;
  const d = dataURL(inner.data);
  if (d) return { type: "file", data: d.data, mimeType: d.mimeType };
  return isText(inner.file_id) ? { type: "file", fileId: inner.file_id } : b;
}

/** Returns a document or picture in Anthropic's form as a standard block, or undefined for other blocks. */
export function anthropicFile(b: any): any {
  const s = b.source;
  if (!isObject(s) || (b.type !== "document" && b.type !== "image")) return undefined;
  const type = b.type === "image" ? "image" : "file";
  if (s.type === "base64" && isText(s.media_type) && isText(s.data)) return { type, mimeType: s.media_type, data: s.data };
  if (s.type === "url" && isText(s.url)) return { type, url: s.url };
  if (s.type === "file" && isText(s.file_id)) return { type, fileId: s.file_id };
  if (type === "file" && s.type === "text" && isText(s.data)) return { type, mimeType: String(s.media_type ?? "text/plain"), data: s.data };
  return undefined;
}

/** Returns the content of a message as standard blocks. */
export function standardBlocks(content: any): any[] {
  const blocks = isText(content) ? [{ type: "text", text: content }] : content;
  return blocks.map((b: any) => {
    if (!isObject(b)) return b;
    const known = openAIBlock(fromData(b));
    return anthropicFile(known) ?? known;
  });
}

/** Returns the blocks of a message that names its form: the standard one, or that of a provider. Returns undefined if the message does not name one. */
export function declaredBlocks(message: any): any[] | undefined {
  const { output_version, model_provider } = message.response_metadata || {};
  if (output_version === "v1") return message.content;
  return isText(model_provider) ? __hitlrun.lib!("core/provider_blocks.ts").blocksOf(model_provider, message) : undefined;
}
