// Pins: AsyncBatchedStore asks the store below once a turn of the loop
import { AsyncBatchedStore, InMemoryStore } from "@langchain/langgraph";
const inner = new InMemoryStore();
const batch = inner.batch.bind(inner);
inner.batch = async (ops) => { console.log("batch", ops.length); return batch(ops); };
const s = new AsyncBatchedStore(inner);
console.log(s.isRunning, s.lg_name);
const waiting = s.put(["a"], "k", { v: 1 });
s.start();
console.log(s.isRunning);
await waiting;
const [x, y] = await Promise.all([s.get(["a"], "k"), s.search(["a"]), s.delete(["a"], "none")]);
console.log(x.value, y.length);
await s.batch([]).catch((e) => console.log(e.message.split("\n")[0]));
inner.batch = async () => { throw new Error("down"); };
await s.get(["a"], "k").catch((e) => console.log(e.message));
console.log(new AsyncBatchedStore(s).isRunning);
await s.stop();
console.log(s.isRunning);
