// Pins: the helpers of langgraph-checkpoint
import * as all from "@langchain/langgraph-checkpoint";
const { compareChannelVersions, copyCheckpoint, deepCopy, emptyCheckpoint, getCheckpointId, maxChannelVersion, uuid5, uuid6, WRITES_IDX_MAP } = all;

console.log(Object.keys(all).sort());
console.log(WRITES_IDX_MAP, all.TASKS, all.ERROR, all.SCHEDULED, all.INTERRUPT, all.RESUME);
const empty = emptyCheckpoint();
console.log(Object.keys(empty), empty.v, /^[0-9a-f]{8}-[0-9a-f]{4}-6[0-9a-f]{3}-8000-[0-9a-f]{12}$/.test(empty.id));
const full = { ...empty, channel_values: { a: [1] }, versions_seen: { n: { a: 1 } }, extra: 1 };
const copy = copyCheckpoint(full);
console.log(Object.keys(copy), copy.channel_values !== full.channel_values, copy.channel_values.a === full.channel_values.a, copy.versions_seen.n !== full.versions_seen.n);
const deep = { a: [1, { b: 2 }], c: null, d: undefined };
console.log(deepCopy(deep), deepCopy(deep).a[1] !== deep.a[1], deepCopy(7));
console.log(compareChannelVersions(2, 10), compareChannelVersions("2", "10"), compareChannelVersions(1, 1), maxChannelVersion(3, 9, 2), maxChannelVersion("a", "c", "b"));
console.log(getCheckpointId({ configurable: { checkpoint_id: "x", thread_ts: "y" } }), getCheckpointId({ configurable: { thread_ts: "y" } }), getCheckpointId({}) === "");
console.log(/-5[0-9a-f]{3}-/.test(uuid5("name", "6ba7b810-9dad-11d1-80b4-00c04fd430c8")), uuid5("a", "6ba7b810-9dad-11d1-80b4-00c04fd430c8") === uuid5("a", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"));
const ids = Array.from({ length: 50 }, () => uuid6(0));
console.log(ids.every((id, i) => i === 0 || ids[i - 1] < id), uuid6(-3).slice(19, 23), uuid6(5).slice(19, 23));
console.log(JSON.stringify({ saver: new all.MemorySaver() }));
