// Pins: StreamChannel, convertToProtocolEvent, isCheckpointEnvelope, createGraphRunStream and the transformers on chunks of a script's own
import {
  StreamChannel, convertToProtocolEvent, isCheckpointEnvelope, createGraphRunStream, STREAM_EVENTS_V3_MODES, isNativeTransformer,
  createValuesTransformer, createMessagesTransformer, createLifecycleTransformer, filterLifecycleEntries,
} from "@langchain/langgraph";
const c = StreamChannel.remote("name");
c.push(1); c.push({ a: "x\ny" });
console.log(c.channelName, c.size, c.done, c.get(1), StreamChannel.isInstance(c), StreamChannel.isInstance({}), StreamChannel.local().channelName);
try { c.get(5); } catch (e) { console.log(e.name, e.message); }
const it = c.iterate(1);
console.log(await it.next());
const waiting = it.next();
c.push(3); c.close();
console.log(await waiting, await it.next(), c.done);
const all = []; for await (const v of c) all.push(v); for await (const v of c.toAsyncIterable(2)) all.push(v);
console.log(all);
const d = new TextDecoder();
for await (const v of c.toEventStream()) console.log(JSON.stringify(d.decode(v)));
for await (const v of c.toEventStream({ startAt: 1, event: "other", serialize: (x) => x.a ?? String(x) })) console.log(JSON.stringify(d.decode(v)));
const f = new StreamChannel(); f.push(1); f.fail(new Error("no"));
try { for await (const v of f) console.log(v); } catch (e) { console.log(e.message); }
console.log(STREAM_EVENTS_V3_MODES);
const convert = (mode, payload) => convertToProtocolEvent({ namespace: ["a:1"], mode, payload, seq: 7 }).map((e) => JSON.stringify({ ...e, params: { ...e.params, timestamp: 0 } }));
for (const [mode, p] of [["values", { x: 1 }], ["updates", { n: { x: 1 } }], ["updates", {}], ["updates", { n: 5 }], ["updates", 3], ["custom", 1], ["custom", { name: "a" }], ["custom", [1]], ["tasks", { id: 1 }],
  ["messages", [{ event: "e" }, { langgraph_node: "n", run_id: "r" }]], ["messages", "x"], ["messages", [1, null]], ["checkpoints", { id: "i", step: 1 }], ["checkpoints", { id: "i", values: 1, step: 1 }], ["debug", {}],
  ["tools", { event: "on_tool_start", toolCallId: 1, name: "t", input: "i" }], ["tools", { event: "on_tool_event", data: { a: 1 } }], ["tools", { event: "on_tool_end", output: 2 }], ["tools", { event: "on_tool_error", error: new Error("e") }], ["tools", null], ["tools", { event: "?" }]]) console.log(mode, convert(mode, p));
console.log([null, {}, { id: "a", source: "loop" }, { id: "a", step: 1, config: {} }].map(isCheckpointEnvelope));
const chunks = (async function* () { yield [[], "values", { x: 1 }]; yield [["a:1"], "tasks", { id: "1", name: "t", input: {}, metadata: { lc_agent_name: "agent" } }]; yield [["a:1"], "values", { y: 1 }]; yield [[], "updates", { a: { x: 2 } }]; yield [[], "values", { x: 2 }]; })();
const run = createGraphRunStream(chunks);
for await (const e of run) console.log(e.seq, e.method, e.params.namespace, JSON.stringify(e.params.data));
for await (const s of run.subgraphs) console.log(s.name, await s.output);
console.log(await run.output, run.signal.aborted, run.abort("why"), run.signal.reason);
console.log(isNativeTransformer(createLifecycleTransformer()), isNativeTransformer(createValuesTransformer([])), Object.keys(createMessagesTransformer([]).init()));
