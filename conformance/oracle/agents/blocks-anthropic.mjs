// Pins: contentBlocks of messages of Anthropic: text with citations, thinking, tools of the server, files
import { AIMessage, AIMessageChunk } from "@langchain/core/messages";

const says = (content, more) => new AIMessage({ content, response_metadata: { model_provider: "anthropic" }, ...more });
const show = (title, message) => {
  console.log(`-- ${title}`);
  for (const block of message.contentBlocks) console.log(block);
};

show("a text", says("plain", { tool_calls: [{ id: "t1", name: "f", args: { a: 1 } }] }));
show("texts", says([{ type: "text", text: "a", cache_control: { type: "ephemeral" } }, { type: "text", text: "b", citations: [] }]));
show("citations", says([{
  type: "text", text: "cited", index: 0, citations: [
    { type: "char_location", cited_text: "c", document_index: 0, document_title: "doc", start_char_index: 1, end_char_index: 2 },
    { type: "char_location", cited_text: "c", document_index: 0, document_title: null, start_char_index: 1, end_char_index: 2 },
    { type: "page_location", cited_text: "p", document_index: 1, document_title: "doc", start_page_number: 3, end_page_number: 4 },
    { type: "content_block_location", cited_text: "b", document_index: 2, document_title: "doc", start_block_index: 5, end_block_index: 6 },
    { type: "web_search_result_location", cited_text: "w", url: "https://example.org", title: "W", encrypted_index: "7" },
    { type: "web_search_result_location", cited_text: "w", url: "https://example.org", title: "W", encrypted_index: "Eo8B" },
    { type: "search_result_location", cited_text: "s", source: "https://example.org/s", title: "S", start_block_index: 8, end_block_index: 9, search_result_index: 0 },
    { type: "other" },
  ],
}]));
show("thinking", says([{ type: "thinking", thinking: "hm", signature: "sig", index: 1 }, { type: "redacted_thinking", data: "xx" }, { type: "thinking", thinking: "no signature" }]));
show("a tool", says([{ type: "text", text: "" }, { type: "tool_use", id: "t1", name: "f", input: { a: 1 } }, { type: "tool_use", name: "no id" }], { tool_calls: [{ id: "t1", name: "f", args: { a: 1 } }, { id: "t2", name: "g", args: {} }] }));
show("tools of the server", says([
  { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "q" } },
  { type: "server_tool_use", id: "s2", name: "web_search", input: "text" },
  { type: "server_tool_use", id: "s3", name: "web_search", partial_json: "{\"query\":\"partly\"}" },
  { type: "server_tool_use", id: "s4", name: "web_search", partial_json: "{\"que" },
  { type: "server_tool_use", id: "s5", name: "code_execution", input: { code: "1+1" } },
  { type: "server_tool_use", id: "s6", name: "code_execution", partial_json: "{\"code\":\"2\"}" },
  { type: "server_tool_use", id: "s7", name: "other", input: {} },
  { type: "web_search_tool_result", tool_use_id: "s1", content: [{ type: "web_search_result", url: "https://example.org", title: "t" }, { type: "x" }] },
  { type: "web_search_tool_result", tool_use_id: "s1", content: { type: "web_search_tool_result_error", error_code: "e" } },
  { type: "code_execution_tool_result", tool_use_id: "s5", content: { stdout: "2", return_code: 0 } },
  { type: "mcp_tool_use", id: "m1", name: "n", server_name: "srv", input: { x: 1 } },
  { type: "mcp_tool_result", tool_use_id: "m1", content: [{ type: "text", text: "r" }] },
  { type: "mcp_tool_result", tool_use_id: "m1", content: "r" },
  { type: "container_upload", file_id: "f", input: { y: 1 } },
  { type: "search_result", id: "r1", source: "s", title: "t", content: [] },
  { type: "tool_result", id: "r2", tool_use_id: "t1", content: "x" },
]));
show("files", says([
  { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
  { type: "image", source: { type: "url", url: "https://example.org/i.png" } },
  { type: "image", source: { type: "file", file_id: "f1" } },
  { type: "document", source: { type: "base64", media_type: "application/pdf", data: "BBBB" }, title: "T" },
  { type: "document", source: { type: "url", url: "https://example.org/d.pdf" } },
  { type: "document", source: { type: "file", file_id: "f2" } },
  { type: "document", source: { type: "text", data: "plain" } },
  { type: "document", source: { type: "text", media_type: "text/csv", data: "a,b" } },
  { type: "document", source: { type: "other" } },
  { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
  { type: "unknown", x: 1 },
]));
const chunk = (content, more) => new AIMessageChunk({ content, response_metadata: { model_provider: "anthropic" }, ...more });
show("a chunk", chunk([{ type: "input_json_delta", index: 1, input: "{\"a\"" }], { tool_call_chunks: [{ id: "t1", name: "f", args: "{\"a\"", index: 1, type: "tool_call_chunk" }] }));
show("a chunk without a call", chunk([{ type: "input_json_delta", index: 1, input: "{\"a\"" }]));
show("chunks", chunk([{ type: "text", text: "a", index: 0 }]).concat(chunk([{ type: "text", text: "b", index: 0 }])));
show("standard content", new AIMessage({ content: [{ type: "text", text: "as it is", citations: [1] }], response_metadata: { model_provider: "anthropic", output_version: "v1" } }));
show("a provider that nobody knows", new AIMessage({ content: [{ type: "thinking", thinking: "hm" }], response_metadata: { model_provider: "nobody" }, tool_calls: [{ id: "t", name: "f", args: {} }] }));
console.log(says([{ type: "thinking", thinking: "hm" }, { type: "text", text: "a" }, { type: "text", text: "b" }]).text);
