// Pins: branches of tee: what each of them gets, and when the source is cancelled
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
let pulled = 0;
const source = () => new ReadableStream({ pull(c) { c.enqueue({ n: ++pulled }); if (pulled === 3) c.close(); }, cancel(reason) { console.log("source cancelled", reason); } }, { highWaterMark: 0 });
const [a, b] = source().tee();
const one = [];
for await (const x of a) one.push(x.n);
const two = [];
for await (const x of b) two.push(x.n);
console.log(one, two, pulled);
pulled = 0;
const [c, d] = source().tee();
const stopped = c.cancel("first");
console.log((await d.getReader().read()).value);
console.log(await Promise.race([stopped, new Promise((r) => setTimeout(r, 2, "waits"))]));
pulled = -10;
const [e, f] = source().tee();
await Promise.all([e.cancel("x"), f.cancel("y")]);
const [g, h] = new ReadableStream({ start(k) { k.enqueue(1); }, pull(k) { k.error(new Error("broken")); } }).tee();
for (const s of [g, h]) await t("error", async () => { for await (const x of s) console.log(x); });
const bytes = new ReadableStream({ type: "bytes", start(k) { k.enqueue(new Uint8Array([1, 2])); k.close(); } });
const [p, q] = bytes.tee();
const [x, y] = [(await p.getReader().read()).value, (await q.getReader().read()).value];
x[0] = 9;
console.log(x, y, p, q);
