// Pins: node:stream: reading, writing, transforming, pipelines, errors, streams of the web, in the order of Node
import { Readable, Writable, Transform, pipeline, PassThrough, finished } from "node:stream";
import { pipeline as pp } from "node:stream/promises";
import { text, json } from "node:stream/consumers";
const log = (...a) => console.log(...a);
const r = Readable.from(["a", "b", "c"]);
for await (const c of r) log("chunk", c);
const up = new Transform({ transform(c, e, cb) { cb(null, String(c).toUpperCase()); }, flush(cb) { this.push("END"); cb(); } });
log(await text(Readable.from(["x", "y"]).pipe(up)));
await pp(Readable.from([1, 2, 3]), async function* (s) { for await (const n of s) yield n * 2; }, async (s) => { for await (const n of s) log("n", n); });
const out = []; const w = new Writable({ highWaterMark: 3, write(c, e, cb) { setTimeout(() => { out.push(String(c)); cb(); }, 1); }, final(cb) { log("final"); cb(); } });
w.on("finish", () => log("finish")).on("close", () => log("close")).on("drain", () => log("drain"));
log(w.write("abcd"), w.writableLength, w.writableNeedDrain); w.end("z"); await new Promise((r) => w.on("close", r)); log(out);
pipeline(Readable.from(["q"]), new Transform({ transform(c, e, cb) { cb(new Error("boom")); } }), new PassThrough(), (e) => log("pipeline", e.message));
await new Promise((r) => setTimeout(r, 5));
const e = new Readable({ read() {} }); e.on("error", (x) => log("err", x.message)); e.on("close", () => log("closed")); e.destroy(new Error("d")); await new Promise((r) => setTimeout(r, 5));
const p = new PassThrough(); p.write("hello "); p.end("world"); p.setEncoding("utf8"); p.on("data", (d) => log("data", d)).on("end", () => log("end"));
await new Promise((r) => p.on("close", r));
log(await Readable.from([1, 2, 3, 4]).filter((x) => x % 2 === 0).map((x) => x * 10).toArray(), await Readable.from([1, 2]).reduce((a, b) => a + b, 0));
log(await json(Readable.from([Buffer.from('{"a":'), Buffer.from("1}")])));
const web = Readable.toWeb(Readable.from(["w1", "w2"])); for await (const c of web) log(c);
log(await text(Readable.fromWeb(new Blob(["blob"]).stream())));
try { for await (const c of new Readable({ read() { this.destroy(new Error("mid")); } })) log(c); } catch (x) { log("caught", x.message); }
process.nextTick(() => log("tick")); Promise.resolve().then(() => log("micro")); setTimeout(() => { process.nextTick(() => log("t tick")); Promise.resolve().then(() => log("t micro")); }, 1);
