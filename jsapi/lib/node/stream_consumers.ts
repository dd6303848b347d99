// This file is node:stream/consumers: it reads a whole stream as one value.
const g: any = globalThis;

const asBytes = (chunk: any): any => (typeof chunk === "string" ? g.Buffer.from(chunk) : chunk);

export async function buffer(stream: any): Promise<any> {
  const parts = [];
  for await (const chunk of stream) parts.push(asBytes(chunk));
  return g.Buffer.concat(parts);
}
export async function arrayBuffer(stream: any): Promise<ArrayBuffer> {
  const bytes = await buffer(stream);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
export async function text(stream: any): Promise<string> {
  const decoder = new TextDecoder();
  let result = "";
  for await (const chunk of stream) result += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  return result + decoder.decode();
}
export const json = async (stream: any): Promise<any> => JSON.parse(await text(stream));
export const blob = async (stream: any): Promise<any> => {
  const parts = [];
  for await (const chunk of stream) parts.push(chunk);
  return new g.Blob(parts);
};
export default { arrayBuffer, blob, buffer, json, text };
