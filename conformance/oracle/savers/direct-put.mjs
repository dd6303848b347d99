// Pins: put, putWrites, get, getTuple and list of a MemorySaver and a SqliteSaver, called by a script
import { MemorySaver, emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";

const saver = new MemorySaver();
const config = { configurable: { thread_id: "t", checkpoint_ns: "" } };
const first = { ...emptyCheckpoint(), id: uuid6(1), channel_values: { a: 1, when: null }, channel_versions: { a: 1 } };
const at = await saver.put(config, first, { source: "input", step: -1, parents: {} }, {});
console.log(Object.keys(at.configurable), at.configurable.checkpoint_id === first.id);
const second = { ...first, id: uuid6(2), channel_values: { a: [1, { b: 2 }] }, channel_versions: { a: "2.5" } };
const at2 = await saver.put(at, second, { source: "loop", step: 0, parents: {}, note: "mine" }, {});
await saver.putWrites(at2, [["a", 5], ["b", undefined]], "task");
await saver.putWrites(at2, [["a", 6]], "task");
await saver.putWrites(at2, [["__error__", { message: "m" }]], "task");
await saver.putWrites(at2, [["__error__", { message: "n" }]], "task");
const tuple = await saver.getTuple(config);
console.log(tuple.checkpoint.channel_values, tuple.checkpoint.channel_versions, tuple.metadata, tuple.pendingWrites);
console.log(tuple.parentConfig.configurable.checkpoint_id === first.id, (await saver.getTuple(at)).parentConfig);
console.log((await saver.get(at)).channel_values, await saver.get({ configurable: { thread_id: "none" } }));
const steps = async (o, c = config) => { const all = []; for await (const t of saver.list(c, o)) all.push(t.metadata.step); return all; };
console.log(await steps(), await steps({ limit: 1 }), await steps({ limit: 0 }), await steps({ before: at2 }), await steps({ filter: { note: "mine" } }));
console.log(await steps({}, { configurable: {} }), await steps({}, { configurable: { thread_id: "t", checkpoint_ns: "sub" } }));
for (const bad of [{}, { configurable: {} }, { configurable: { thread_id: 5 } }, { configurable: { thread_id: "__proto__" } }, { configurable: { thread_id: "" } }]) {
  await saver.put(bad, first, {}, {}).catch((e) => console.log(e.message));
}
await saver.putWrites({ configurable: { thread_id: "t" } }, [["a", 1]], "x").catch((e) => console.log(e.message));
