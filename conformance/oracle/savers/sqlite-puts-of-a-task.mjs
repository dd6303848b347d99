// Pins: putWrites of a SqliteSaver: the first write of a task in a place stays, and a later error replaces the one before
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";

const saver = SqliteSaver.fromConnString(":memory:");
const at = await saver.put({ configurable: { thread_id: "t" } }, { ...emptyCheckpoint(), id: uuid6(1) }, { source: "input", step: -1, parents: {} }, {});
const show = async (kind) => console.log(JSON.stringify((await saver.getTuple(at)).pendingWrites.filter(([, channel]) => (channel === "__error__") === kind).map(([task, channel, value]) => [task, channel, value.message ?? value])));
await saver.putWrites(at, [["a", 5], ["b", { x: 1 }]], "one");
await show(false);
await saver.putWrites(at, [["a", 6], ["z", 7], ["c", 8]], "one");
await saver.putWrites(at, [["a", 9]], "two");
await show(false);
await saver.putWrites(at, [["__error__", new Error("first")]], "one");
await saver.putWrites(at, [["__error__", new Error("second")]], "one");
await show(true);
await show(false);
