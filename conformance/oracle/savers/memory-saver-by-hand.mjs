// Pins: put, putWrites, getTuple and list of MemorySaver used by hand
import { MemorySaver, copyCheckpoint, emptyCheckpoint } from "@langchain/langgraph";

const saver = new MemorySaver();
const config = { configurable: { thread_id: "1", checkpoint_ns: "" } };
const make = (id, values) => ({ ...emptyCheckpoint(), id, ts: "2024-01-01T00:00:00.000Z", channel_values: values, channel_versions: Object.fromEntries(Object.keys(values).map((k) => [k, 1])) });
const one = await saver.put(config, make("1ef00000-0000-6000-8000-000000000001", { a: 1 }), { source: "input", step: -1, parents: {} });
console.log(one);
const two = await saver.put(one, make("1ef00000-0000-6000-8000-000000000002", { a: 2, b: [1] }), { source: "loop", step: 0, parents: {} });
await saver.putWrites(two, [["a", 3], ["b", "x"]], "task-1");
const tuple = await saver.getTuple(config);
console.log(tuple.checkpoint.channel_values, tuple.metadata, tuple.config.configurable.checkpoint_id, tuple.parentConfig?.configurable.checkpoint_id, tuple.pendingWrites);
console.log((await saver.getTuple(one)).checkpoint.channel_values, (await saver.get(two)).id, await saver.getTuple({ configurable: { thread_id: "x" } }));
const list = async (options) => {
  const out = [];
  for await (const t of saver.list(config, options)) out.push([t.checkpoint.id.slice(-1), t.metadata.step]);
  return out;
};
console.log(await list(), await list({ limit: 1 }), await list({ before: two }), await list({ filter: { source: "input" } }));
const copy = copyCheckpoint(tuple.checkpoint);
console.log(copy !== tuple.checkpoint, Object.keys(copy).sort());
await saver.deleteThread("1");
console.log(await list());
