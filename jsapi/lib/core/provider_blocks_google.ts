// This file converts messages of Google's three packages to standard blocks.

import { callBlocks, contentOf, isObject, isText, nonStandard } from "./provider_blocks_shared";

/** Converts a part of the Gemini API. Returns undefined if it has no standard form. */
function part(block: any, message: any): any {
  if (!isObject(block)) return undefined;
  const { inlineData, functionCall, fileData } = block;
  if (block.type === "text" && isText(block.text)) return { type: "text", text: block.text };
  if (block.type === "inlineData" && isText(inlineData?.mimeType) && isText(inlineData.data)) return { type: "file", mimeType: inlineData.mimeType, data: inlineData.data };
  if (block.type === "functionCall" && isText(functionCall?.name) && isObject(functionCall.args)) {
    return { type: "tool_call", id: message.id, name: functionCall.name, args: functionCall.args };
  }
  if (block.type === "fileData" && isText(fileData?.mimeType) && isText(fileData.fileUri)) return { type: "file", mimeType: fileData.mimeType, fileId: fileData.fileUri };
  return undefined;
}

function thinking(block: any): any {
  if (block?.type !== "thinking" || !isText(block.thinking)) return undefined;
  return { type: "reasoning", reasoning: block.thinking, ...block.signature ? { signature: block.signature } : {} };
}

/** Returns the parts of a message. A text gets the fields that belong to it. */
function parts(message: any): any[] {
  const text = message.additional_kwargs?.originalTextContentBlock;
  if (isText(message.content)) return [text ? { ...text, type: "text" } : { type: "text", text: message.content }];
  const signature = text?.thoughtSignature;
  if (!signature || message.content.some((b: any) => "thoughtSignature" in b)) return message.content;
  const last = message.content.findLastIndex((b: any) => b.type === "text" && !b.thought);
  return message.content.map((b: any, i: number) => i === last ? { ...b, thoughtSignature: signature } : b);
}

/** Converts messages of @langchain/google. */
export function fromGoogle(message: any): any[] {
  return parts(message).map((block) => {
    const { thought, thoughtSignature, partMetadata } = block;
    let form = part(block, message) ?? nonStandard(block);
    if (thought) form = { type: "reasoning", reasoning: form.type === "text" ? form.text : "", reasoningContentBlock: form };
    return Object.fromEntries(Object.entries({ thought, thoughtSignature, partMetadata, ...form }).filter(([, v]) => v !== undefined));
  });
}

/** Converts messages of @langchain/google-genai. */
export function fromGoogleGenAI(message: any): any[] {
  return contentOf(message).map((block) => thinking(block) ?? part(block, message) ?? nonStandard(block));
}

function picture(url: any): any[] {
  if (!isText(url)) return [];
  const [, mimeType, data] = /^data:([^;]+);base64,(.+)$/.exec(url) ?? [];
  return [data === undefined ? { type: "image", url } : { type: "image", data, mimeType }];
}

/** Converts messages of @langchain/google-vertexai. */
export function fromVertex(message: any): any[] {
  const form = (block: any, i: number): any[] => {
    if (block?.type === "reasoning" && isText(block.reasoning)) {
      const signature = message.additional_kwargs?.signatures?.[i];
      return [{ type: "reasoning", reasoning: block.reasoning, ...isText(signature) ? { signature } : {} }];
    }
    if (block?.type === "text" && isText(block.text)) return block.text === "" ? [] : [{ type: "text", text: block.text }];
    if (block?.type === "image_url") return picture(block.image_url);
    if (block?.type === "media" && isText(block.mimeType) && isText(block.data)) return [{ type: "file", mimeType: block.mimeType, data: block.data }];
    return [thinking(block) ?? nonStandard(block)];
  };
  return [...contentOf(message).flatMap(form), ...callBlocks(message)];
}
