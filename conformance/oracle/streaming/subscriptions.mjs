// Pins: @langchain/langgraph/stream: which events a subscription is for
import * as stream from "@langchain/langgraph/stream";
import { EventLog, StreamChannel } from "@langchain/langgraph";
const { SUPPORTED_CHANNELS, inferChannel, isPrefixMatch, isStreamChannel, isSupportedChannel, matchesSubscription, normalizeNamespaceSegment } = stream;
console.log(Object.keys(stream).sort(), EventLog === StreamChannel, [...SUPPORTED_CHANNELS]);
console.log(["values", "custom:x", "nope"].map(isSupportedChannel), [StreamChannel.local(), {}].map(isStreamChannel), normalizeNamespaceSegment("a:1"), normalizeNamespaceSegment("a"));
console.log(isPrefixMatch(["a:1", "b:2"], ["a"]), isPrefixMatch(["a:1"], ["a:1"]), isPrefixMatch(["a:1"], ["a:2"]), isPrefixMatch([], ["a"]), isPrefixMatch(["a:1"], []));
const event = (method, namespace = [], data = {}, seq = 5) => ({ seq, method, params: { namespace, data } });
console.log([event("values"), event("custom", [], { name: "n" }), event("custom", [], 1), event("input.requested"), event("input"), event("what")].map(inferChannel));
const all = [event("values"), event("values", ["a:1"]), event("values", ["a:1", "b:2"]), event("custom", ["c:1"], { name: "n" }), event("updates", [], {}, 2)];
for (const s of [{ channels: ["values"] }, { channels: ["custom"] }, { channels: ["custom:n"] }, { channels: ["values", "updates"], since: 3 }, { channels: ["values"], namespaces: [["a"]] }, { channels: ["values"], namespaces: [["a"]], depth: 0 }, { channels: ["values"], namespaces: [[]], depth: 1 }])
  console.log(JSON.stringify(s), all.map((e) => matchesSubscription(e, s)));
