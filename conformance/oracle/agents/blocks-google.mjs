// Pins: contentBlocks of messages of Google's three packages
import { AIMessage } from "@langchain/core/messages";

const content = [
  { type: "text", text: "a", thoughtSignature: "s1" },
  { type: "text", text: "" },
  { type: "text", text: "thought", thought: true },
  { type: "thinking", thinking: "hm", signature: "s2" },
  { type: "thinking", thinking: "hm" },
  { type: "reasoning", reasoning: "why" },
  { type: "inlineData", inlineData: { mimeType: "image/png", data: "AAAA" }, partMetadata: { p: 1 } },
  { type: "inlineData", inlineData: { mimeType: "image/png", data: "AAAA" }, thought: true },
  { type: "functionCall", functionCall: { name: "f", args: { a: 1 } } },
  { type: "functionCall", functionCall: { name: "f" } },
  { type: "functionResponse", functionResponse: { name: "f" } },
  { type: "fileData", fileData: { mimeType: "image/png", fileUri: "gs://x" } },
  { type: "executableCode", executableCode: { code: "1" } },
  { type: "codeExecutionResult", codeExecutionResult: { output: "1" } },
  { type: "image_url", image_url: "data:image/png;base64,AAAA" },
  { type: "image_url", image_url: "data:broken" },
  { type: "image_url", image_url: "https://example.org/i.png" },
  { type: "image_url", image_url: { url: "https://example.org/i.png" } },
  { type: "media", mimeType: "audio/wav", data: "CCCC" },
  { type: "media", fileUri: "gs://y" },
  { type: "unknown", x: 1 },
];
const calls = [{ id: "c1", name: "f", args: { a: 1 } }];
for (const provider of ["google", "google-genai", "google-vertexai"]) {
  const says = (given, more) => new AIMessage({ id: "m1", content: given, ...more, response_metadata: { model_provider: provider } });
  const show = (title, message) => {
    console.log(`-- ${provider}: ${title}`);
    for (const block of message.contentBlocks) console.log(block);
  };
  show("a text", says("plain", { tool_calls: calls }));
  show("no text", says(""));
  show("the block that was a text", says("plain", { additional_kwargs: { originalTextContentBlock: { type: "text", text: "plain", thoughtSignature: "s3" } } }));
  show("the signature of the last text", says([{ type: "text", text: "a" }, { type: "text", text: "b" }, { type: "text", text: "t", thought: true }], { additional_kwargs: { originalTextContentBlock: { thoughtSignature: "s4" } } }));
  show("a signature that is there", says([{ type: "text", text: "a" }, { type: "x", thoughtSignature: "s5" }], { additional_kwargs: { originalTextContentBlock: { thoughtSignature: "s4" } } }));
  show("blocks", says(content.map((b) => ({ ...b })), { tool_calls: calls, additional_kwargs: { signatures: [1, 2, 3, 4, 5, "s6"] } }));
}
