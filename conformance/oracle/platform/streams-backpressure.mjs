// Pins: desiredSize, ready and pull follow the strategies
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const log = [];
const counted = new ReadableStream({ start(c) { log.push(c.desiredSize); }, pull(c) { log.push(`pull ${c.desiredSize}`); c.enqueue("ab"); } }, { highWaterMark: 5, size: (x) => x.length });
await new Promise((r) => setTimeout(r, 1));
console.log(log);
const reader = counted.getReader();
await reader.read();
await new Promise((r) => setTimeout(r, 1));
console.log(log.slice(4));
const open = [];
const w = new WritableStream({ write: () => new Promise((r) => open.push(r)) }, new ByteLengthQueuingStrategy({ highWaterMark: 4 })).getWriter();
await w.ready;
console.log(w.desiredSize);
w.write(new Uint8Array(3));
console.log(w.desiredSize);
w.write(new Uint8Array(3));
console.log(w.desiredSize);
let ready = false;
w.ready.then(() => { ready = true; });
await new Promise((r) => setTimeout(r, 1));
console.log(ready, open.length);
open[0]();
await new Promise((r) => setTimeout(r, 1));
console.log(ready, w.desiredSize, open.length);
const slow = new TransformStream({}, undefined, { highWaterMark: 2 });
const writes = [];
const tw = slow.writable.getWriter();
for (let i = 0; i < 4; i++) tw.write(i).then(() => writes.push(i));
await new Promise((r) => setTimeout(r, 1));
console.log(writes);
const tr = slow.readable.getReader();
console.log(await tr.read(), await tr.read());
await new Promise((r) => setTimeout(r, 1));
console.log(writes);
