// Message chunks: joining them, the tool calls that come in pieces, and the merging rules.
import {
  AIMessage,
  AIMessageChunk,
  BaseMessageChunk,
  ChatMessage,
  ChatMessageChunk,
  FunctionMessageChunk,
  HumanMessage,
  HumanMessageChunk,
  SystemMessage,
  SystemMessageChunk,
  ToolMessageChunk,
  collapseToolCallChunks,
  convertToChunk,
  isAIMessageChunk,
  isBaseMessageChunk,
  mergeContent,
  _mergeDicts,
  _mergeLists,
  _mergeObj,
} from "@langchain/core/messages";

const text = (v: any) => JSON.stringify(v, (_k, x) => (x === undefined ? "(undefined)" : x));
function attempt(name: string, fn: () => any) {
  try {
    console.log(name, text(fn()));
  } catch (e: any) {
    console.log(name, "threw", e.message);
  }
}
const inspect: any = Symbol.for("nodejs.util.inspect.custom");
function show(name: string, m: any) {
  console.log(`== ${name}`);
  console.log(text(m));
  console.log(m[inspect](2));
  console.log(text([m.text, m.contentBlocks, m.lc_id, m.tool_calls, m.invalid_tool_calls, m.tool_call_chunks]));
}

show("ai", new AIMessageChunk("a").concat(new AIMessageChunk("b")));
show(
  "ai blocks",
  new AIMessageChunk({ content: [{ type: "text", text: "a", index: 0 }] }).concat(
    new AIMessageChunk({
      content: [
        { type: "text", text: "b", index: 0 },
        { type: "text", text: "c", index: 1 },
      ],
    }),
  ),
);
show("ai mixed", new AIMessageChunk("a").concat(new AIMessageChunk([{ type: "text", text: "b" }])));
const pieces = [
  { name: "search", args: '{"q": "', id: "c1", index: 0, type: "tool_call_chunk" as const },
  { args: "hello wor", index: 0, type: "tool_call_chunk" as const },
  { args: 'ld"}', index: 0, type: "tool_call_chunk" as const },
  { name: "other", args: "{}", id: "c2", index: 1, type: "tool_call_chunk" as const },
];
let sum: any;
for (const p of pieces) {
  const c = new AIMessageChunk({ content: "", tool_call_chunks: [p] });
  sum = sum ? sum.concat(c) : c;
  show("calls so far", sum);
}
show(
  "usage",
  new AIMessageChunk({
    content: "",
    usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3, input_token_details: { cache_read: 1 } },
  }).concat(
    new AIMessageChunk({
      content: "",
      usage_metadata: { input_tokens: 10, output_tokens: 20, total_tokens: 30, output_token_details: { reasoning: 5, audio: 1 } },
    }),
  ),
);
show(
  "usage one",
  new AIMessageChunk({ content: "" }).concat(
    new AIMessageChunk({ content: "", usage_metadata: { input_tokens: 10, output_tokens: 20, total_tokens: 30 } }),
  ),
);
show(
  "ids",
  new AIMessageChunk({ content: "a" })
    .concat(new AIMessageChunk({ content: "b", id: "x", response_metadata: { m: "1", n: 2 } }))
    .concat(new AIMessageChunk({ content: "c", id: "y", response_metadata: { m: "2", n: 3 }, additional_kwargs: { k: ["a"] } })),
);
show(
  "complete calls",
  new AIMessageChunk({ content: "", tool_calls: [{ name: "f", args: {}, id: "1" }] }).concat(
    new AIMessageChunk({ content: "", tool_calls: [{ name: "g", args: {}, id: "2" }] }),
  ),
);
show("human", new HumanMessageChunk("a").concat(new HumanMessageChunk({ content: "b", id: "2" })));
show("system", new SystemMessageChunk("a").concat(new SystemMessageChunk("b")));
show("function", new FunctionMessageChunk({ content: "a", name: "f" }).concat(new FunctionMessageChunk({ content: "b", name: "g" })));
show("chat", new ChatMessageChunk("a", "r").concat(new ChatMessageChunk({ content: "b", role: "q" })));
show(
  "tool",
  new ToolMessageChunk({ content: "a", tool_call_id: "1", artifact: { x: "1" } }).concat(
    new ToolMessageChunk({ content: "b", tool_call_id: "1", status: "error", artifact: { x: "2" } }),
  ),
);

for (const m of [
  new HumanMessage("h"),
  new AIMessage({ content: "a", tool_calls: [{ name: "f", args: { x: 1 }, id: "1", type: "tool_call" }] }),
  new SystemMessage("s"),
  new ChatMessage("c", "r"),
])
  show("convert " + m.type, convertToChunk(m));
const c = new AIMessageChunk("x");
console.log(
  (c as any) instanceof AIMessage,
  c instanceof AIMessageChunk,
  c instanceof BaseMessageChunk,
  (new AIMessage("x") as any) instanceof AIMessageChunk,
  BaseMessageChunk.isInstance(new HumanMessage("x")),
  (new HumanMessageChunk("x") as any) instanceof AIMessageChunk,
  isBaseMessageChunk(c),
  isAIMessageChunk(c),
);

for (const args of [
  "",
  "{",
  '{"a"',
  '{"a":',
  '{"a": 1',
  '{"a": 1,',
  '{"a": 1, "b',
  '{"a": 1}',
  '{"a": "x',
  '{"a": "x\\',
  '{"a": "x\\n\\u00e9\\u12',
  '{"a": [1, 2',
  '{"a": [1, 2, {"b": tr',
  '{"a": nul',
  '{"a": -',
  '{"a": 1.',
  '{"a": 1e',
  '{"a": 12e-',
  '{"a": fa}',
  "[1]",
  "5",
  '"x"',
  "null",
  "nonsense",
  '{"a": 01}',
  "{a: 1}",
  '{"a" 1}',
  '{"a": 1}}',
  '  {"a": 1  ',
  '{"a": "new\nline',
  '{"a": {"b": {"c": [[',
  '{"a": "\\x"',
])
  attempt("args " + args, () => collapseToolCallChunks([{ name: "f", args, id: "1", index: 0, type: "tool_call_chunk" }]));
attempt("no id", () => collapseToolCallChunks([{ name: "f", args: "{}", index: 0, type: "tool_call_chunk" }]));
attempt("by id", () =>
  collapseToolCallChunks([
    { name: "f", args: '{"a":', id: "1", type: "tool_call_chunk" },
    { args: "1}", id: "1", type: "tool_call_chunk" },
    { args: "lost", type: "tool_call_chunk" },
  ]),
);
attempt("custom", () => collapseToolCallChunks([{ name: "f", args: " raw ", id: "1", isCustomTool: true } as any]));

const contents: any[] = [
  "",
  "a",
  [],
  [{ type: "text", text: "t" }],
  [{ type: "text", text: "u", index: 0 }],
  [{ type: "file", source_type: "text", text: "f" }],
  { type: "text", text: "single" },
];
for (const a of contents) for (const b of contents.slice(0, 6)) attempt(`content ${text(a)} + ${text(b)}`, () => mergeContent(a, b));
const dicts: any[] = [
  undefined,
  {},
  { a: "x", n: 1, index: 1, type: "t", id: "i", list: [1], deep: { s: "p" }, b: true, created: 5 },
  { a: "y", n: 2, index: 2, type: "u", id: "j", list: [2], deep: { s: "q", r: 1 }, b: false, created: 6 },
  { a: 5 },
  { a: null, list: null },
  { list: { x: 1 } },
];
for (const a of dicts)
  for (const b of dicts) if (!(a && b && a.b === true && b.b === false)) attempt(`dicts ${text(a)} + ${text(b)}`, () => _mergeDicts(a, b));
const lists: any[] = [
  undefined,
  [],
  [1, "a"],
  [{ index: 0, text: "a" }],
  [
    { index: 0, text: "b" },
    { index: "x", text: "c" },
  ],
  [{ id: "1", v: "a" }],
  [{ id: "1", v: "b" }, { text: "" }],
  [{ index: 0, id: "1", t: "a" }],
  [{ index: 0, id: "2", t: "b" }],
  [{ index: 0, type: "text", text: "x" }],
  [{ index: 0, type: "text_delta", text: "y" }],
  [{ index: 0, type: "image", text: "z" }],
];
for (const a of lists) for (const b of lists) attempt(`lists ${text(a)} + ${text(b)}`, () => _mergeLists(a, b));
const objs: any[] = [undefined, "a", [1], { a: "x" }, 5];
for (const a of objs) for (const b of objs) attempt(`objs ${text(a)} + ${text(b)}`, () => _mergeObj(a, b));
const blocks = new HumanMessage({
  content: [
    { type: "image", source_type: "url", url: "u", mime_type: "image/png" },
    { type: "image", source_type: "base64", data: "AAAA" },
    { type: "file", source_type: "id", id: "f1", metadata: { a: 1 } },
    { type: "text", source_type: "text", text: "plain" },
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    { type: "image_url", image_url: "bare" },
    { type: "input_audio", input_audio: { data: "BBBB", format: "wav" } },
    { type: "file", file: { data: "data:application/pdf;base64,CCCC" } },
    { type: "file", file: { data: "x", file_id: "id" } },
    { type: "image", source: { type: "base64", media_type: "image/png", data: "DDDD" } },
    { type: "image", source: { type: "url", url: "w" } },
    { type: "document", source: { type: "file", file_id: "g" } },
    { type: "document", source: { type: "text", data: "words" } },
    { type: "document", source: { type: "odd" } },
    { type: "custom", a: 1 },
  ] as any,
});
console.log(text(blocks.contentBlocks));
