// Pins: the timeout of a config aborts a runnable, a sequence, a tool and a model
import { RunnableLambda, RunnableSequence, ensureConfig, mergeConfigs } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { FakeListChatModel, FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { AIMessageChunk } from "@langchain/core/messages";
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const show = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "caught", e.name, e.message);
  }
};
const late = RunnableLambda.from(async () => {
  await sleep(250);
  return "late";
});
const soon = { timeout: 30 };

await show("lambda:", () => late.invoke(1, soon));
await show("sequence:", () => RunnableSequence.from([late, (x) => x]).invoke(1, soon));
await show("bound:", () => late.withConfig(soon).invoke(1));
await show("batch:", () => late.batch([1, 2], soon));
await show("stream:", async () => {
  const seen = [];
  const letters = RunnableLambda.from(async function* () {
    yield "a";
    await sleep(250);
    yield "b";
  });
  try {
    for await (const piece of await letters.stream(1, { timeout: 100 })) seen.push(piece);
  } catch (e) {
    seen.push(e.name);
  }
  return seen;
});
await show("in time:", () => RunnableLambda.from((x) => x + 1).invoke(1, { timeout: 60_000 }));
await show("negative:", () => late.invoke(1, { timeout: -1 }));
await show("zero:", () => late.invoke(1, { timeout: 0 }));
await show("tool:", () => tool(async () => late.invoke(1), { name: "t", description: "d", schema: z.object({ a: z.number() }) }).invoke({ a: 1 }, soon));
await show("negative tool:", () => tool(async () => 1, { name: "t", description: "d", schema: z.object({ a: z.number() }) }).invoke({ a: 1 }, { timeout: -1 }));
await show("model:", async () => (await new FakeListChatModel({ responses: ["r"], sleep: 100 }).invoke("hi", soon)).content);
await show("streamed model:", async () => {
  let text = "";
  for await (const piece of await new FakeListChatModel({ responses: ["rows"], sleep: 60 }).stream("hi", { timeout: 100 })) text += piece.content;
  return text;
});
await show("signal of a model:", async () => {
  const model = new FakeListChatModel({ responses: ["r"] });
  model._generate = async (_, options) => {
    await sleep(60);
    options.signal.throwIfAborted();
  };
  return model.invoke("hi", soon);
});
await show("in a node:", () => {
  const State = Annotation.Root({ a: Annotation() });
  return new StateGraph(State).addNode("n", async () => ({ a: await late.invoke(1, soon) })).addEdge(START, "n").compile().invoke({ a: 1 });
});
await show("graph:", () => {
  const State = Annotation.Root({ a: Annotation() });
  return new StateGraph(State).addNode("n", async () => ({ a: await late.invoke(1) })).addEdge(START, "n").compile().invoke({ a: 1 }, soon);
});
const config = ensureConfig({ timeout: 60_000, tags: ["t"] });
console.log(Object.keys(config).sort(), config.metadata, config.signal instanceof AbortSignal);
const c = new AbortController();
const merged = mergeConfigs({ timeout: 5, signal: c.signal }, { timeout: 3, signal: new AbortController().signal });
c.abort();
console.log(merged.timeout, merged.signal.aborted, mergeConfigs({ timeout: 5 }, { timeout: undefined }).timeout);
