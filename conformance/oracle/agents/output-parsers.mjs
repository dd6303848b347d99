// Pins: output parsers, alone, behind a model, and streamed
import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { CommaSeparatedListOutputParser, JsonOutputParser, OutputParserException, StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeListChatModel, FakeStreamingChatModel } from "@langchain/core/utils/testing";

const attempt = async (label, f) => {
  try { console.log(label, JSON.stringify(await f())); } catch (e) { console.log(label, e.name, e.message.split("\n")[0]); }
};
const text = new StringOutputParser();
const json = new JsonOutputParser();
await attempt("text", () => text.invoke("plain"));
await attempt("message", () => text.invoke(new AIMessage("said")));
await attempt("blocks", () => text.invoke(new AIMessage({ content: [{ type: "text", text: "a" }, { type: "reasoning", reasoning: "r" }, { type: "text", text: "b" }] })));
await attempt("image", () => text.invoke(new AIMessage({ content: [{ type: "image_url", image_url: "x" }] })));
await attempt("unknown block", () => text.invoke(new AIMessage({ content: [{ type: "audio" }] })));
await attempt("json", () => json.invoke(new AIMessage('{"a": [1, 2]}')));
await attempt("fenced", () => json.invoke('Sure:\n```json\n{"a": 1}\n```\nDone'));
await attempt("fenced otherwise", () => json.invoke('```\n[1, 2]\n```'));
await attempt("no json", () => json.invoke("zzz"));
await attempt("list", () => new CommaSeparatedListOutputParser().invoke(new AIMessage(" a, b ,c")));
console.log(new CommaSeparatedListOutputParser().getFormatInstructions(), new OutputParserException("m", "out").lc_error_code);
const chain = ChatPromptTemplate.fromTemplate("Say {x}").pipe(new FakeListChatModel({ responses: ["abc"] })).pipe(text);
await attempt("chain", () => chain.invoke({ x: 1 }));
const pieces = [];
for await (const piece of await chain.stream({ x: 1 })) pieces.push(piece);
console.log(pieces);
const chunks = ['{"name"', ': "An', 'n", "l', 'ist": [1', ", 2]}"].map((content) => new AIMessageChunk({ content }));
for await (const piece of await new FakeStreamingChatModel({ chunks }).pipe(json).stream("x")) console.log(JSON.stringify(piece));
for await (const piece of await RunnableLambda.from((x) => x).pipe(new FakeListChatModel({ responses: ["xy"] })).pipe(text).stream("x")) console.log(piece);
