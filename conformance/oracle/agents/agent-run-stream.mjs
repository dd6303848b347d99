// Pins: streamEvents v3 of an agent: toolCalls with their ends, subagents, streamTransformers of middleware and agent
import { MemorySaver, StreamChannel, interrupt } from "@langchain/langgraph";
import { createAgent, createMiddleware, createSubagentTransformer, createToolCallTransformer, fakeModel, tool } from "langchain";
import { AIMessage } from "@langchain/core/messages";
import { z } from "zod";

const call = (name, args, id) => ({ name, args, id, type: "tool_call" });
const answers = (...list) => list.reduce((m, a) => m.respond(a), fakeModel());
const calls = (...list) => new AIMessage({ content: "", tool_calls: list });
const add = tool(({ a, b }) => String(a + b), { name: "add", description: "adds", schema: z.object({ a: z.number(), b: z.number() }) });
const fails = tool(() => { throw new Error("broken"); }, { name: "fails", description: "fails", schema: z.object({}) });
const asks = tool(({ what }) => `heard ${interrupt({ what })}`, { name: "asks", description: "asks", schema: z.object({ what: z.string() }) });

async function settled(promise) {
  return promise.then((value) => ({ value }), (e) => ({ error: e.message.split("\n")[0] }));
}
async function seen(list) {
  const all = [];
  for await (const c of list) all.push(c);
  const lines = [];
  for (const c of all) lines.push([c.name, c.callId, c.input, await settled(c.output), await c.status, (await c.error)?.split("\n")[0]]);
  return lines;
}

console.log("-- calls");
const agent = createAgent({ model: answers(calls(call("add", { a: 1, b: 2 }, "c1"), call("add", { a: 3, b: 4 }, "c2")), calls(call("add", { a: "x" }, "c3")), new AIMessage("done")), tools: [add] });
const run = await agent.streamEvents({ messages: "go" }, { version: "v3" });
console.log(Object.keys(run).sort(), StreamChannel.isInstance(run.toolCalls), run.toolCalls instanceof StreamChannel);
for (const line of await seen(run.toolCalls)) console.log(...line);
console.log((await run.output).messages.length);

console.log("-- a call that fails");
const failing = createAgent({ model: answers(calls(call("fails", {}, "f1"))), tools: [fails], middleware: [createMiddleware({ name: "through", wrapToolCall: (request, handler) => handler(request) })] });
const bad = await failing.streamEvents({ messages: "go" }, { version: "v3" });
bad.output.catch(() => {});
try {
  for await (const c of bad.toolCalls) console.log(c.name, c.input, await settled(c.output), await c.status, (await c.error).split("\n")[0]);
} catch (e) {
  console.log("toolCalls:", e.message.split("\n")[0]);
}
console.log(await settled(bad.output));

console.log("-- a call that asks");
const config = { configurable: { thread_id: "1" } };
const asking = createAgent({ model: answers(calls(call("asks", { what: "really?" }, "q1"))), tools: [asks], checkpointer: new MemorySaver() });
const waiting = await asking.streamEvents({ messages: "go" }, { version: "v3", ...config });
for (const line of await seen(waiting.toolCalls)) console.log(...line);
console.log(waiting.interrupted, waiting.interrupts.map((i) => i.payload));

console.log("-- transformers");
const counter = (name) => () => {
  const log = StreamChannel.local();
  let n = 0;
  return {
    init: () => ({ [name]: log }),
    process: (event) => {
      if (event.method === "tools") log.push(`${name} ${++n} ${event.params.data.event}`);
      return true;
    },
    finalize: () => log.close(),
    fail: (e) => log.fail(e),
  };
};
const counted = createAgent({
  model: answers(calls(call("add", { a: 1, b: 2 }, "c1")), new AIMessage("done")), tools: [add],
  middleware: [createMiddleware({ name: "one", streamTransformers: [counter("ofOne"), counter("alsoOfOne")] }), createMiddleware({ name: "two", streamTransformers: [counter("ofTwo")] })],
  streamTransformers: [counter("ofAgent")],
});
const all = await counted.streamEvents({ messages: "go" }, { version: "v3", transformers: [counter("ofCall")] });
console.log(Object.keys(all.extensions));
for (const name of Object.keys(all.extensions)) {
  const items = [];
  for await (const item of all.extensions[name]) items.push(item);
  console.log(name, items);
}

console.log("-- transformers by hand");
const transformer = createToolCallTransformer([])();
const { toolCalls } = transformer.init();
const event = (method, data, namespace = []) => transformer.process({ type: "event", seq: 0, method, params: { namespace, timestamp: 0, data } });
console.log(Object.keys(transformer).sort(), transformer.__native);
event("messages", { event: "content-block-finish", index: 0, content: {}, content_block: { type: "tool_call", id: "m1", name: "f", args: "{\"a\":1}" } }, ["model:1"]);
event("tools", { event: "tool-started", tool_call_id: "m1", tool_name: "f", input: { a: 2 } }, ["tools:1"]);
event("tools", { event: "tool-finished", tool_call_id: "m1", output: { lc: 1, type: "constructor", id: ["langchain_core", "messages", "ToolMessage"], kwargs: { content: "raw" } } }, ["tools:1"]);
event("tools", { event: "tool-started", tool_call_id: "m2", input: "{}" });
event("tools", { event: "tool-error", tool_call_id: "m2", message: "[{\"id\":\"i\",\"value\":1}]" });
event("tools", { event: "tool-error", tool_call_id: "m2", message: "[{\"value\":1}]" });
event("tools", { event: "tool-started", tool_call_id: "deep", tool_name: "g", input: {} }, ["a", "b"]);
event("tools", { event: "tool-started", tool_call_id: "m3", tool_name: "h", input: 5 });
transformer.finalize();
for (const line of await seen(toolCalls)) console.log(...line);
const lost = createToolCallTransformer(["x"])();
const of = lost.init().toolCalls;
lost.process({ type: "event", seq: 0, method: "tools", params: { namespace: ["x", "y"], timestamp: 0, data: { event: "tool-started", tool_call_id: "l1", tool_name: "l", input: {} } } });
lost.fail(new Error("lost"));
const it = of[Symbol.asyncIterator]();
const { value } = await it.next();
console.log(value.name, await settled(value.output), await value.status, await value.error, await settled(it.next()));
console.log(typeof createSubagentTransformer, Object.keys(createSubagentTransformer()()).sort());
