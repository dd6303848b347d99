// Pins: contentBlocks of messages of Bedrock, DeepSeek, Groq, Ollama, OpenRouter and xAI
import { AIMessage } from "@langchain/core/messages";

const calls = [{ id: "c1", name: "f", args: { a: 1 } }];
const show = (provider, title, fields) => {
  console.log(`-- ${provider}: ${title}`);
  for (const block of new AIMessage({ ...fields, response_metadata: { model_provider: provider } }).contentBlocks) console.log(block);
};
const think = "a <think> deep\nthought </think> b <think>second</think>";
const details = [{ type: "reasoning.summary", summary: "sum" }, { type: "reasoning.text", text: "txt" }, { type: "reasoning.encrypted", data: "x" }, { type: "reasoning.text", text: "" }, null];
for (const provider of ["deepseek", "groq", "ollama", "openrouter", "xai"]) {
  show(provider, "a text with calls", { content: "plain", tool_calls: calls });
  show(provider, "reasoning", { content: "plain", additional_kwargs: { reasoning_content: "because", reasoning: "parsed" } });
  show(provider, "a summary", { content: "", additional_kwargs: { reasoning_content: "because", reasoning: { summary: [{ text: "a" }, { text: "b" }, 1] } } });
  show(provider, "details", { content: "x", additional_kwargs: { reasoning_content: "because", reasoning_details: details } });
  show(provider, "nothing to see in details", { content: "x", additional_kwargs: { reasoning_content: "because", reasoning_details: [{ type: "reasoning.encrypted" }] } });
  show(provider, "thoughts in the text", { content: think });
  show(provider, "nothing but thoughts", { content: "<think> </think>" });
  show(provider, "blocks", { content: [{ type: "text", text: think, x: 1 }, { type: "text", text: "" }, { type: "image_url", image_url: "u" }], tool_calls: calls });
}
const source = { s3Location: { uri: "s3://b/k" } };
const bytes = { bytes: new Uint8Array([1, 2]) };
show("bedrock-converse", "a text with calls", { content: "plain", tool_calls: calls });
show("bedrock-converse", "blocks", {
  tool_calls: calls,
  content: [
    { type: "text", text: "a", x: 1 }, { type: "reasoning", reasoning: "r", y: 1 }, { type: "cache_point", cachePoint: {} }, { type: "guard_content" },
    { type: "reasoning_content", reasoningText: { text: "t", signature: "s" } }, { type: "reasoning_content", reasoningText: { text: "t" } },
    { type: "reasoning_content", reasoningText: "t" }, { type: "reasoning_content" }, { type: "tool_result", x: 1 }, { type: "tool_call", id: "c1", name: "f", args: {} }, { type: "unknown" },
  ],
});
show("bedrock-converse", "citations", {
  content: [{
    type: "citations_content",
    citationsContent: {
      content: [{ text: "a" }, { text: "b" }, 1],
      citations: [
        { sourceContent: [{ text: "c" }], location: { documentChar: { documentIndex: 0, start: 1, end: 2 } } },
        { location: { documentPage: { documentIndex: 1, start: 3 } } }, { location: { documentChunk: {} } }, {}, 1,
      ],
    },
  }, { type: "citations_content", citationsContent: {} }],
});
const formats = ["csv", "doc", "docx", "html", "md", "pdf", "txt", "xls", "xlsx", "odd"];
show("bedrock-converse", "documents", {
  content: [...formats.map((format) => ({ type: "document", document: { format, source } })), { type: "document", document: { format: "pdf", source: bytes } },
    { type: "document", document: { format: "txt", source: { text: "plain" } } }, { type: "document", document: { format: "md", source: { content: [{ text: "a" }, { text: "b" }] } } },
    { type: "document", document: { source: {} } }, { type: "document", document: {} }],
});
show("bedrock-converse", "pictures", { content: [...["gif", "jpeg", "jpg", "png", "webp"].map((format) => ({ type: "image", image: { format, source } })), { type: "image", image: { format: "png", source: bytes } }, { type: "image", image: { format: "png" } }] });
show("bedrock-converse", "films", { content: [...["flv", "mkv", "mov", "mp4", "mpeg", "mpg", "three_gp", "webm", "wmv"].map((format) => ({ type: "video", video: { format, source } })), { type: "video", video: { source: bytes } }, { type: "video", video: { source: {} } }] });
