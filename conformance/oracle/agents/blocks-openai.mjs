// Pins: contentBlocks of messages of OpenAI: chat completions, items of the Responses API, reasoning, tools of the server
import { AIMessage, AIMessageChunk } from "@langchain/core/messages";

const says = (content, { metadata, ...more } = {}) => new AIMessage({ content, ...more, response_metadata: { model_provider: "openai", ...metadata } });
const show = (title, message) => {
  console.log(`-- ${title}`);
  for (const block of message.contentBlocks) console.log(block);
};
const calls = [{ id: "c1", name: "f", args: { a: 1 } }, { id: "c2", name: "g", args: {} }];

show("a text", says("plain"));
show("a text with calls", says("plain", { tool_calls: calls }));
show("no text", says("", { tool_calls: calls }));
show("a text with reasoning", says("plain", { additional_kwargs: { reasoning: { id: "rs1", summary: [{ type: "summary_text", text: "hm" }] } } }));
show("blocks", says([{ type: "text", text: "a", id: "m1" }, { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }, { type: "refusal", refusal: "no" }], { tool_calls: calls }));
show("annotations", says([{
  type: "text", text: "cited", phase: "final", extras: { x: 1 }, annotations: [
    { type: "url_citation", url: "https://example.org", title: "T", start_index: 0, end_index: 3 },
    { type: "file_citation", file_id: "f1", filename: "a.txt", index: 4 },
    { type: "file_path", file_id: "f2", index: 5 },
  ],
}, { type: "text", text: "b", phase: "p" }]));
show("reasoning", says([{ type: "text", text: "a" }], { additional_kwargs: { reasoning: { id: "rs1", encrypted_content: "enc", summary: [{ type: "summary_text", text: "h" }, { type: "summary_text", text: "m" }, 5] } } }));
show("no reasoning", says([{ type: "text", text: "a" }], { additional_kwargs: { reasoning: { id: "rs1" } } }));
show("tools of the server", says([{ type: "text", text: "a" }], {
  additional_kwargs: {
    tool_outputs: [
      { type: "web_search_call", id: "w1", status: "completed", action: { type: "search", query: "q" } },
      { type: "web_search_call", id: "w2", status: "failed" },
      { type: "web_search_call", id: "w3", status: "in_progress" },
      { type: "file_search_call", id: "f1", status: "completed", queries: ["a"], results: [{ text: "r" }] },
      { type: "file_search_call", id: "f2", status: "failed" },
      { type: "computer_call", id: "p1", action: { type: "click" } },
      { type: "code_interpreter_call", id: "i1", status: "completed", code: "1", outputs: [{ type: "logs", logs: "out" }, { type: "image", url: "u" }] },
      { type: "code_interpreter_call", id: "i2", status: "failed", code: "2", outputs: [{ type: "logs", logs: "bad" }] },
      { type: "code_interpreter_call", id: "i3", status: "incomplete", outputs: [{ type: "logs", logs: "half" }] },
      { type: "code_interpreter_call", id: "i4", status: "interpreting", outputs: [{ type: "logs", logs: "still" }] },
      { type: "mcp_call", id: "m1", input: { a: 1 } },
      { type: "mcp_list_tools", id: "m2", input: {} },
      { type: "mcp_approval_request", id: "m3", name: "n" },
      { type: "tool_search_call", id: "t1", arguments: { q: 1 }, execution: "server", status: "completed", call_id: "c" },
      { type: "tool_search_call" },
      { type: "tool_search_output", id: "t2", status: "failed", execution: "client", tools: [{ name: "x" }] },
      { type: "tool_search_output", status: "other" },
      { type: "image_generation_call", id: "g1", status: "completed", result: "AAAA" },
      { type: "image_generation_call", id: "g2" },
      { type: "unknown", x: 1 },
      "a text",
    ],
  },
}));
show("the order of the output", says([{ type: "text", text: "a" }], {
  tool_calls: calls,
  additional_kwargs: { tool_outputs: [{ type: "web_search_call", id: "w1", status: "in_progress" }, { type: "unknown", id: "u1" }] },
  metadata: {
    output: [
      { type: "web_search_call", id: "w1" },
      { type: "function_call", call_id: "c2" },
      { type: "reasoning", id: "rs1", summary: [{ type: "summary_text", text: "one" }] },
      { type: "message", id: "m1" },
      { type: "reasoning", id: "rs2", summary: [{ type: "summary_text", text: "two" }], encrypted_content: "e" },
      { type: "function_call", call_id: "c1" },
      { type: "reasoning", id: "rs3" },
      { type: "unknown", id: "u1" },
      null,
    ],
  },
}));
show("two messages in the output", says([{ type: "text", text: "a" }, { type: "text", text: "b" }], {
  tool_calls: calls, metadata: { output: [{ type: "function_call", call_id: "c2" }, { type: "message" }, { type: "custom_tool_call", call_id: "c1" }, { type: "message" }] },
}));
const chunk = (content, more) => new AIMessageChunk({ content, response_metadata: { model_provider: "openai" }, ...more });
const partly = { tool_call_chunks: [{ id: "c1", name: "f", args: "{\"a\"", index: 0, type: "tool_call_chunk" }] };
show("a chunk of text", chunk("a", partly));
show("a chunk of blocks", chunk([{ type: "text", text: "a", index: 0 }], partly));
show("chunks", chunk("a").concat(chunk("b", { tool_call_chunks: [{ id: "c1", name: "f", args: "{}", index: 0, type: "tool_call_chunk" }] })));
console.log(says([{ type: "text", text: "a" }, { type: "text", text: "b" }]).text);
