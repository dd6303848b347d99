// Pins: stand-ins for vectors, records of runs and streams of OpenAI
import { FakeRetriever, FakeTracer, FakeVectorStore, SingleRunExtractor, SyntheticEmbeddings, asAsyncIterable, openAIReasoningTextChunks, openAITextOnlyChunks, openAITextOnlyChunksWithUsage, openAIToolCallChunks, sseResponseFromOpenAIChunks } from "@langchain/core/utils/testing";
import * as testing from "@langchain/core/testing";
import { Document } from "@langchain/core/documents";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { Runnable, RunnableLambda } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const show = async (name, f) => { try { console.log(name, JSON.stringify(await f())); } catch (e) { console.log(name, e.constructor.name, JSON.stringify(e.message)); } };

const e = new SyntheticEmbeddings();
for (const text of ["", "a", "Hello, World!", "tree green", "abcdefgh"]) await show("vector " + text, () => e.embedQuery(text));
await show("size", async () => [await new SyntheticEmbeddings({ vectorSize: 3 }).embedDocuments(["hello there", "b"]), e.vectorSize]);

const store = await FakeVectorStore.fromTexts(["green tree", "red car", "green leaf"], [{ n: 1 }, { n: 2 }, { n: 3 }], e);
await show("found", () => store.similaritySearch("green", 2));
await show("scores", async () => (await store.similaritySearchWithScore("red car", 3)).map(([d, s]) => [d.pageContent, s.toFixed(6)]));
await show("filter", () => store.similaritySearch("red", 3, (d) => d.metadata.n > 1));
await show("delete", () => store.delete({}));
await show("type", () => [store._vectorstoreType(), store.lc_namespace, store.memoryVectors.length]);
const r = store.asRetriever(1);
await show("retriever", async () => [await r.invoke("red car"), r.tags, r.k, r.searchType, r instanceof Runnable, r.getName()]);
await show("mmr", () => store.asRetriever({ searchType: "mmr", tags: ["t"] }).invoke("x"));
await show("one metadata", async () => (await FakeVectorStore.fromTexts(["x"], { a: 1 }, e)).memoryVectors);
await show("other measure", async () => { const s = new FakeVectorStore(e, { similarity: (a, b) => b[0] - a[0] }); await s.addDocuments([new Document({ pageContent: "aa" }), new Document({ pageContent: "zz" })]); await s.asRetriever().addDocuments([new Document({ pageContent: "mm" })]); return (await s.similaritySearchWithScore("b")).map(([d, n]) => [d.pageContent, n.toFixed(4)]); });

const told = (run) => [Object.keys(run).sort(), run.name, run.run_type, run.inputs, run.outputs, run.error?.split("\n")[0], run.events.map((v) => v.name), run.execution_order, run.child_execution_order, run.tags, run.extra.metadata, run.trace_id === run.id, !run.parent_run_id, typeof run.start_time, typeof run.end_time, run.dotted_order.replace(/[0-9a-f-]{36}/g, "id").replace(/\d{8}T\d{9}/g, "time"), run.child_runs.map(told)];
const inner = RunnableLambda.from((x) => x + 1).withConfig({ runName: "inner" });
const look = tool((i) => `got ${i.a}`, { name: "look", schema: z.object({ a: z.number() }) });
const outer = RunnableLambda.from(async (x, config) => [await inner.invoke(x, config), await look.invoke({ a: x }, config)]);
const tracer = new FakeTracer();
await outer.invoke(1, { callbacks: [tracer], tags: ["t"], metadata: { m: 1 }, runName: "outer" });
await RunnableLambda.from(() => { throw new Error("no"); }).invoke(1, { callbacks: [tracer], runName: "fails" }).catch(() => {});
await new FakeRetriever({ output: [new Document({ pageContent: "p" })] }).invoke("q", { callbacks: [tracer] });
for (const run of tracer.runs) await show(tracer.name, () => told(run));
const one = new SingleRunExtractor();
await outer.invoke(2, { callbacks: [one], runName: "second" });
await show(one.name, async () => told(await one.extract()).slice(1, 5));
const chat = new FakeTracer();
await new FakeListChatModel({ responses: ["hi"] }).invoke("x", { callbacks: [chat] });
await show("model", () => [chat.runs.length, chat.runs[0].run_type, Object.keys(chat.runs[0].inputs), chat.runs[0].outputs.generations[0][0].text, chat.runs[0].events.map((v) => v.name)]);
const heard = [];
await outer.withListeners({ onStart: (run) => { heard.push(["start", run.events.length, typeof run.start_time]); }, onEnd: (run) => { heard.push(["end", run.outputs, run.child_runs.length]); } }).invoke(3);
await show("listeners", () => heard);

for (const f of [openAITextOnlyChunks, openAITextOnlyChunksWithUsage, openAIReasoningTextChunks, openAIToolCallChunks]) await show(f.name, () => [f(), f("m")[0].model, typeof testing[f.name]]);
const response = sseResponseFromOpenAIChunks(openAITextOnlyChunks());
await show("response", async () => [response.status, response.headers.get("content-type"), await response.text()]);
const twice = asAsyncIterable([1, 2]);
for (let i = 0; i < 2; i++) { const out = []; for await (const x of twice) out.push(x); console.log(out); }
import { finalizeContentBlock } from "@langchain/core/language_models/compat";
for (const block of [{ type: "text", text: "x" }, { type: "tool_call_chunk", id: "1", name: "f", args: '{"a":1}', index: 0 }, { type: "tool_call_chunk", id: "1", name: "f" }, { type: "tool_call_chunk", id: "2", name: "f", args: "{" }]) await show("block", () => finalizeContentBlock(block));
