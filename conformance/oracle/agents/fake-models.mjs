// Pins: the fake models of @langchain/core: invoke, stream, errors, bindTools, structured output
import { FakeListChatModel, FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { AIMessage, AIMessageChunk } from "@langchain/core/messages";

const list = new FakeListChatModel({ responses: ["one", "two"] });
console.log((await list.invoke("x")).content, (await list.invoke("x")).content, (await list.invoke("x")).content);
const parts = [];
for await (const c of await list.stream("x")) parts.push(c.content);
console.log(parts, list._llmType());
console.log((await list.batch(["a", "b"])).map((m) => m.content));
const streaming = new FakeStreamingChatModel({ chunks: [new AIMessageChunk("a"), new AIMessageChunk("b")], sleep: 0 });
const chunks = [];
for await (const c of await streaming.stream("x")) chunks.push(c);
console.log(chunks.map((c) => c.content), chunks.reduce((a, b) => a.concat(b)).content);
const piped = list.pipe((m) => m.content.length);
console.log(await piped.invoke("x"));
const m = new AIMessage({ content: [{ type: "text", text: "hello" }, { type: "text", text: " you" }] });
console.log(m.text, m.content.length);
