// Pins: AsyncLocalStorage through streams, events, bodies and timers
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
import { AsyncLocalStorage } from "node:async_hooks";
const als = new AsyncLocalStorage();
const log = [];
await Promise.all(["a", "b"].map((id) => als.run(id, async () => {
  await null;
  log.push(als.getStore() === id);
  await new Promise((r) => setTimeout(r, 1));
  log.push(als.getStore() === id);
  const s = new ReadableStream({ async pull(c) { c.enqueue(als.getStore()); c.close(); } }, { highWaterMark: 0 });
  log.push((await s.getReader().read()).value === id);
  log.push(await new Response(id).text() === id, als.getStore() === id);
  for await (const x of ReadableStream.from([1])) log.push(als.getStore() === id, x);
  await new Promise((r) => queueMicrotask(() => { log.push(als.getStore() === id); r(); }));
})));
console.log(log.every(Boolean), log.length, als.getStore());
console.log(als.run(1, () => [als.getStore(), als.run(2, () => als.getStore()), als.exit(() => als.getStore())]));
