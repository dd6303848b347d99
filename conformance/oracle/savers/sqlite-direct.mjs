// Pins: a SqliteSaver in the hands of a script: put, putWrites, getTuple, list, setup, deleteThread, a subclass
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";

const saver = SqliteSaver.fromConnString(":memory:");
const config = { configurable: { thread_id: "t" } };
console.log(await saver.getTuple(config), await saver.get(config));
const one = { ...emptyCheckpoint(), id: uuid6(1), channel_values: { a: { b: [1] } }, channel_versions: { a: 1 } };
const at = await saver.put(config, one, { source: "input", step: -1, parents: {}, extra: "e" }, {});
console.log(Object.keys(at.configurable));
await saver.putWrites(at, [["a", 1], ["b", { c: 2 }]], "task");
const two = { ...one, id: uuid6(2), channel_values: {} };
await saver.put(at, two, { source: "loop", step: 0, parents: {} }, {});
const tuple = await saver.getTuple(at);
console.log(tuple.checkpoint.channel_values, tuple.metadata, tuple.pendingWrites, tuple.parentConfig, tuple.config === at);
console.log(Object.keys((await saver.getTuple(config)).config.configurable));
const steps = async (c, o) => { const all = []; for await (const t of saver.list(c, o)) all.push(t.metadata.step); return all.join(); };
console.log(await steps(config), await steps(config, { limit: 1 }), await steps(config, { filter: { extra: "e" } }), await steps(config, { before: { configurable: { checkpoint_id: two.id } } }), await steps({ configurable: {} }));
await saver.put({}, one, {}, {}).catch((e) => console.log(e.message));
await saver.put({ configurable: {} }, one, {}, {}).catch((e) => console.log(e.message));
await saver.putWrites({ configurable: { thread_id: "t" } }, [], "x").catch((e) => console.log(e.message));
await saver.putWrites({ configurable: {} }, [], "x").catch((e) => console.log(e.message));
await saver.deleteThread("t");
console.log(await saver.getTuple(config), saver.isSetup);

