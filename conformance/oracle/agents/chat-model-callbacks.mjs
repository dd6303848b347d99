// Pins: what chat models report to callbacks, streamed and not, and what fake models answer
import { FakeListChatModel, FakeStreamingChatModel, FakeChatModel } from "@langchain/core/utils/testing";
import { BaseChatModel, SimpleChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import { awaitAllCallbacks } from "@langchain/core/callbacks/promises";
const ids = new Map();
const id = (x) => x === undefined ? undefined : (ids.has(x) || ids.set(x, "r" + ids.size), ids.get(x));
class H extends BaseCallbackHandler {
  name = "h";
  handleChatModelStart(llm, msgs, runId, parent, extra, tags, metadata, name) { console.log("start", llm.id, msgs[0].map(m => m.content), id(runId), id(parent), JSON.stringify(extra), tags, metadata, name); }
  handleLLMNewToken(t, idx, runId, parent, tags, fields) { console.log("token", t, idx, id(runId), tags, fields && Object.keys(fields)); }
  handleLLMEnd(out, runId) { console.log("end", out.generations[0][0].text, out.generations[0][0].constructor.name, out.llmOutput, id(runId), /^run-/.test(out.generations[0][0].message.id)); }
  handleLLMError(e, runId) { console.log("error", e.message); }
  handleCustomEvent(name, data) { console.log("custom", name, data); }
}
const h = new H({ _awaitHandler: true });
console.log("list");
let m = new FakeListChatModel({ responses: ["hi", "yo"], emitCustomEvent: true, callbacks: [h], tags: ["local"], metadata: { mine: 1 } });
const r = await m.invoke("hello", { tags: ["t"], metadata: { a: 1 }, runName: "named" });
console.log(r.content, /^run-/.test(r.id));
for await (const c of await m.stream([["human", "a"], { role: "assistant", content: "b" }])) console.log("chunk", c.content, /^run-/.test(c.id));
console.log("prefer");
class P extends H { lc_prefer_streaming = true; }
m = new FakeListChatModel({ responses: ["ab"] });
const out = await m.invoke("hello", { callbacks: [new P({ _awaitHandler: true })] });
console.log(out.constructor.name, out.content);
console.log("own streaming");
class Own extends BaseChatModel {
  _llmType() { return "own"; }
  async _generate() { return { generations: [{ text: "x", message: new AIMessage("x"), generationInfo: { g: 1 } }], llmOutput: { o: 2 } }; }
  async *_streamResponseChunks(messages, options, runManager) {
    for (const t of ["one ", "two"]) {
      const chunk = new ChatGenerationChunk({ text: t, message: new AIMessageChunk({ content: t, usage_metadata: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } }) });
      yield chunk;
      await runManager?.handleLLMNewToken(t, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}
console.log((await new Own({}).invoke("q")).response_metadata);
const s = await new Own({}).invoke("q", { callbacks: [new P({ _awaitHandler: true })] });
console.log(s.content, s.usage_metadata);
for await (const c of await new Own({ disableStreaming: true }).stream("q")) console.log(c.constructor.name, c.content);
console.log("error");
class Bad extends SimpleChatModel { _llmType() { return "bad"; } async _call() { throw new Error("no"); } }
await new Bad({}).invoke("q", { callbacks: [h] }).catch((e) => console.log(e.message));
class Simple extends SimpleChatModel { _llmType() { return "simple"; } async _call(ms, options) { return ms.length + " " + JSON.stringify(options.stop ?? null); } }
console.log((await new Simple({}).invoke("q", { stop: ["x"] })).content);
console.log((await new Simple({}).batch(["q", "r"])).map((x) => x.content));
const g = await new Simple({}).generate([["q"], ["r", "s"]]);
console.log(g.generations.map((x) => x[0].text), g.llmOutput);
console.log("chat", (await new FakeChatModel({}).invoke([["system", "s"], ["human", [{ type: "text", text: "z" }]]])).content);
console.log("background");
const order = [];
await new FakeChatModel({}).invoke("bg", { callbacks: [{ handleChatModelStart: async () => { order.push("start"); await null; order.push("started"); }, handleLLMEnd: () => { order.push("end"); } }] });
await awaitAllCallbacks();
console.log(order);
console.log("throwing handler");
class T extends BaseCallbackHandler { name = "t"; handleLLMEnd() { throw new Error("in handler"); } }
await new FakeChatModel({}).invoke("x", { callbacks: [new T({ raiseError: true })] }).catch((e) => console.log("raised", e.message));
console.log((await new FakeChatModel({}).invoke("x", { callbacks: [new T({ _awaitHandler: true })] })).content);
console.log("structured");
class Caller extends BaseChatModel {
  _llmType() { return "caller"; }
  bindTools(tools, kw) { return this.withConfig({ tools, ...kw }); }
  async _generate(messages, options) {
    const f = options.tools[0].function;
    return { generations: [{ text: "", message: new AIMessageChunk({ content: "", tool_calls: [{ name: f.name, args: { d: f.description, p: f.parameters }, id: "1" }] }) }] };
  }
}
import * as z from "zod";
console.log(JSON.stringify(await new Caller({}).withStructuredOutput(z.object({ a: z.string() }), { name: "n" }).invoke("x")));
console.log(JSON.stringify(await new Caller({}).withStructuredOutput({ name: "own", description: "desc", type: "object" }).invoke("x")));
const raw = await new Caller({}).withStructuredOutput(z.object({ a: z.string() }).describe("says"), { includeRaw: true }).invoke("x");
console.log(raw.raw.constructor.name, raw.parsed.d);
for (const c of [{ strict: true }, { method: "jsonMode" }]) try { new Caller({}).withStructuredOutput({}, c); } catch (e) { console.log(e.message); }
class NoTools extends BaseChatModel { _llmType() { return "nt"; } }
try { new NoTools({}).withStructuredOutput({}); } catch (e) { console.log(e.message); }
const fs = new FakeStreamingChatModel({ chunks: [new AIMessageChunk("a"), new AIMessageChunk({ content: "b", additional_kwargs: { k: 1 } })] });
for await (const c of await fs.stream("x", { callbacks: [h] })) console.log(c.content, c.additional_kwargs);
console.log((await fs.invoke("x")).content, new FakeStreamingChatModel({}).sleep);
console.log(JSON.stringify(fs.bindTools([{ name: "t", description: "d", schema: z.object({ q: z.number() }) }]).kwargs ?? 0), JSON.stringify(fs.bindTools([{ name: "t", description: "d", schema: z.object({ q: z.number() }) }]).config));
