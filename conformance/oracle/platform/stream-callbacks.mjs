// Pins: callbacks of end, text in decoding streams, operators that run several calls, Duplex.from of functions, and what finished and pipeline leave
import { getEventListeners } from "node:events";
import { Duplex, PassThrough, Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

const step = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "threw", e.name, e.code, e.message);
  }
};
for (const [name, final] of [["fails", (done) => done(new Error("fin"))], ["throws", () => { throw new Error("fin"); }], ["fails later", (done) => setImmediate(done, new Error("fin"))], ["ends", (done) => done()]]) {
  await step(`final ${name}`, async () => {
    const seen = [], w = new Writable({ final, write(c, e, done) { done(); } });
    w.on("error", (e) => seen.push(`error ${e.message}`));
    w.end((e) => seen.push(`end ${e && e.message}`));
    await sleep(5);
    return seen;
  });
}
await step("hex", async () => { const r = new Readable({ read() {} }).setEncoding("hex"); r.push("abc"); r.push(null); return text(r); });
await step("base64", async () => { const r = new Readable({ encoding: "base64", read() {} }); r.push("he"); r.push("llo"); r.push(null); return r.toArray(); });
await step("utf-8", async () => { const r = new Readable({ encoding: "utf-8", read() {} }); r.on("data", () => {}); const seen = []; r.on("data", (d) => seen.push(typeof d)); r.push("a"); await sleep(1); r.push("b"); r.push(new Uint8Array([99]), "utf8"); r.push(null); await finished(r); return seen; });
const silent = (...chunks) => { const r = new Readable({ objectMode: true, read() {} }); for (const c of chunks) r.push(c); return r; };
await step("a result comes before there are many", async () => (await silent(1).map(async (x) => x * 2, { concurrency: 3 })[Symbol.asyncIterator]().next()).value);
await step("most calls at a time", async () => {
  let now = 0, most = 0;
  const all = await Readable.from([1, 2, 3, 4, 5, 6, 7]).map(async (x) => { most = Math.max(most, ++now); await sleep(x === 1 ? 20 : 2); now--; return x; }, { concurrency: 3 }).toArray();
  return [most, all];
});
await step("an error of a call", async () => {
  const seen = [];
  const r = Readable.from([1, 2, 3, 4, 5, 6]);
  try {
    for await (const x of r.map(async (x) => { if (x === 3) throw new Error("three"); return x; }, { concurrency: 2 })) seen.push(x);
  } catch (e) { seen.push(e.message); }
  await sleep(5);
  return [seen, r.destroyed];
});
await step("an error of the source", async () => {
  const r = Readable.from((async function* () { yield 1; throw new Error("source"); })());
  const seen = [];
  try { for await (const x of r.map((x) => x, { concurrency: 2 })) seen.push(x); } catch (e) { seen.push(e.message); }
  return seen;
});
await step("a loop that ends early", async () => {
  const r = Readable.from([1, 2, 3, 4, 5, 6]);
  for await (const x of r.map((x) => x, { concurrency: 2 })) break;
  await sleep(5);
  return r.destroyed;
});
for (const concurrency of [NaN, 0, -1, "x", Infinity]) await step(`concurrency ${concurrency}`, () => Readable.from([1, 2]).map((x) => x, { concurrency }).toArray());
await step("filter, flatMap, forEach, some, find", async () => {
  const make = () => Readable.from([1, 2, 3, 4, 5]);
  const seen = [];
  await make().forEach(async (x) => { await sleep(6 - x); seen.push(x); }, { concurrency: 5 });
  return [await make().filter(async (x) => x % 2, { concurrency: 2 }).toArray(), await make().flatMap(async (x) => [x, x], { concurrency: 2 }).toArray(), seen.length, await make().some((x) => x > 3), await make().find((x) => x > 3)];
});
await step("Duplex.from of an async function", async () => {
  const got = [], d = Duplex.from(async (source) => { for await (const x of source) { await sleep(2); got.push(String(x)); } });
  d.write("a");
  d.end("b");
  await new Promise((done) => d.on("finish", done));
  return [got, d.readable, d.writable];
});
await step("an error of that function", async () => {
  const d = Duplex.from(async (source) => { for await (const x of source) throw new Error(`bad ${x}`); });
  d.end("a");
  return new Promise((done) => d.on("error", (e) => done(e.message)));
});
await step("Duplex.from of a generator", async () => {
  const d = Duplex.from(async function* (source) { for await (const x of source) yield String(x).toUpperCase(); });
  d.write("a");
  d.end("b");
  return d.toArray();
});
await step("Duplex.from of a function without a result", () => Duplex.from(() => 5));
await step("finished", async () => {
  const counts = [];
  for (const options of [{ cleanup: true }, {}]) {
    const r = Readable.from(["a"]).resume();
    await finished(r, options);
    counts.push(["end", "error", "close", "finish"].map((event) => r.listenerCount(event)));
  }
  return counts;
});
await step("pipeline with a signal", async () => {
  const controller = new AbortController();
  for (let i = 0; i < 3; i++) await pipeline(Readable.from(["a"]), new PassThrough(), new Writable({ write(c, e, done) { done(); } }), { signal: controller.signal });
  await pipeline(Readable.from(["a"]), new Writable({ write(c, e, done) { done(new Error("w")); } }), { signal: controller.signal }).catch(() => {});
  return getEventListeners(controller.signal, "abort").length;
});
await step("pipeline that is aborted", async () => {
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  try { await pipeline(silent(), new PassThrough(), { signal: controller.signal }); } catch (e) { return [e.name, e.code, getEventListeners(controller.signal, "abort").length]; }
});
await step("many chunks", async () => {
  const r = new Readable({ objectMode: true, read() {} });
  for (let i = 0; i < 20_000; i++) r.push(i);
  r.push(null);
  let n = 0;
  for await (const x of r) n += x;
  return n;
});
