// Pins: getDeltaChannelHistory collects the writes to a channel along the line of parents
import { BaseCheckpointSaver, MemorySaver, emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";

const saver = new MemorySaver();
let config = { configurable: { thread_id: "t", checkpoint_ns: "" } };
for (let i = 0; i < 4; i++) {
  const values = i === 1 ? { a: ["seed"] } : {};
  config = await saver.put(config, { ...emptyCheckpoint(), id: uuid6(i), channel_values: values, channel_versions: { a: i + 1 } }, { source: "loop", step: i, parents: {} }, {});
  await saver.putWrites(config, [["a", `w${i}`], ["b", i]], `task${i}`);
}
const show = (h) => Object.entries(h).map(([k, v]) => [k, v.seed, v.writes.map((w) => w.slice(1))]);
console.log(JSON.stringify(show(await saver.getDeltaChannelHistory({ config, channels: ["a", "b", "c"] }))));
console.log(JSON.stringify(show(await BaseCheckpointSaver.prototype.getDeltaChannelHistory.call(saver, { config, channels: ["a"] }))));
console.log(await saver.getDeltaChannelHistory({ config, channels: [] }));
