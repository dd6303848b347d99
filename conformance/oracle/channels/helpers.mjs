// Pins: empty, createCheckpoint, channelsFromCheckpoint, deltaChannelsToSnapshot, exitDeltaTaskId, emptyCheckpoint, copyCheckpoint.
import { copyCheckpoint, emptyCheckpoint } from "@langchain/langgraph";
import { BinaryOperatorAggregate, DeltaChannel, LastValue, channelsFromCheckpoint, createCheckpoint, deltaChannelsToSnapshot, empty, exitDeltaTaskId, isDeltaChannel } from "@langchain/langgraph/channels";
import { DeltaSnapshot, EXCLUDED_METADATA_KEYS, WRITES_IDX_MAP, compareChannelVersions, deepCopy, getCheckpointId, isDeltaSnapshot, maxChannelVersion, uuid5, uuid6 } from "@langchain/langgraph-checkpoint";

const specs = { a: new LastValue(), b: new BinaryOperatorAggregate((x, y) => x + y, () => 5), d: new DeltaChannel((s, w) => s.concat(w)), no: {} };
const first = emptyCheckpoint();
console.log(Object.keys(first), first.v, first.channel_values);
const channels = empty(specs, { ...first, channel_values: { a: "A" } });
console.log(Object.keys(channels), channels.a.get(), channels.b.get(), channels.d.get());
channels.b.update([1, 2]);
channels.d.update(["x", "y"]);
const made = createCheckpoint(first, channels, 3);
console.log(made.v, made.channel_values, made.channel_versions, made.id.length);
const snapped = createCheckpoint(first, channels, 3, { id: "given", channelsToSnapshot: new Set(["d"]), getNextVersion: (v) => (v ?? 0) + 1 });
console.log(snapped.id, snapped.channel_values, snapped.channel_versions, isDeltaSnapshot(snapped.channel_values.d));
console.log(createCheckpoint(first, undefined, 1).channel_values === first.channel_values);
const saver = { getDeltaChannelHistory: async (o) => ({ d: { seed: ["seed"], writes: [["t", "d", "1"], ["t", "d", { __overwrite__: ["o"] }], ["t", "d", "2"]] } }) };
console.log((await channelsFromCheckpoint(specs, made, { saver, config: {} })).d.get(), (await channelsFromCheckpoint(specs, snapped)).d.get());
console.log(deltaChannelsToSnapshot({ d: channels.d, a: channels.a }, { d: [1000, 1] }), deltaChannelsToSnapshot({ d: channels.d }, { d: [1, 1] }), deltaChannelsToSnapshot({ d: channels.d }, { d: [1, 5000] }), deltaChannelsToSnapshot({ d: channels.d }, {}));
console.log(exitDeltaTaskId(12, "AAAAAAAA-bbbb-cccc-dddd-eeeeeeeeeeee").slice(0, 13), isDeltaChannel(channels.d), isDeltaChannel(null));
try {
  exitDeltaTaskId(1, "nope");
} catch (e) {
  console.log(e.name, e.message);
}
const copy = copyCheckpoint({ v: 4, id: "i", ts: "t", channel_values: { a: [1] }, channel_versions: { a: 1 }, versions_seen: { n: { a: 1 } }, more: 1 });
console.log(copy);
console.log(compareChannelVersions(1, 2), compareChannelVersions("b", "a"), compareChannelVersions(2, "10"), maxChannelVersion(1, 3, 2), maxChannelVersion("a", "c", "b"));
console.log(WRITES_IDX_MAP, [...EXCLUDED_METADATA_KEYS], getCheckpointId({ configurable: { thread_ts: "old" } }), getCheckpointId({}), deepCopy({ a: [1, { b: null }] }), new DeltaSnapshot([1]));
const ids = Array.from({ length: 200 }, (_, i) => uuid6(i));
console.log(ids.every((id, i) => i === 0 || id > ids[i - 1]), ids[0][14], new Set(ids).size, uuid5("name", "6ba7b810-9dad-11d1-80b4-00c04fd430c8") === uuid5("name", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"));
const hex = uuid5("name", "6ba7b810-9dad-11d1-80b4-00c04fd430c8").replaceAll("-", " ");
console.log(hex);
