// Pins: options of node:zlib, input that ends too early, what follows the end, and the pieces of streams
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import zlib from "node:zlib";

const step = async (name, f) => {
  try {
    const r = await f();
    console.log(name, Buffer.isBuffer(r) ? r.toString("latin1").slice(0, 60) : r);
  } catch (e) {
    console.log(name, "threw", e.name, e.code, e.errno, e.message);
  }
};
const { constants: c } = zlib;
const text = Buffer.from("hello hello hello hello");
const gz = Buffer.from("1f8b0800000000000003cb48cdc9c957c8402701e3513d8d17000000", "hex");
for (const options of [{ level: 99 }, { level: "9" }, { level: Infinity }, { chunkSize: 1 }, { windowBits: 99 }, { windowBits: 0 }, { memLevel: 0 }, { strategy: 9 }, { flush: 9 }, { finishFlush: 9 }, { maxOutputLength: 0 }, { maxOutputLength: 3 }, { dictionary: "x" }]) {
  await step(`compress ${JSON.stringify(options)}`, () => zlib.gzipSync(text, options));
}
await step("wrong option of a stream", () => zlib.createGzip({ level: 99 }));
await step("wrong option of a call", () => zlib.gzip(text, { level: 99 }, () => {}));
for (const options of [null, "x", { level: NaN }, { level: undefined }, { level: 1 }, { level: 0 }, { strategy: c.Z_HUFFMAN_ONLY }, { windowBits: 15, memLevel: 9 }, { dictionary: Buffer.from("hello") }]) {
  await step(`there and back ${JSON.stringify(options)}`, () => zlib.gunzipSync(zlib.gzipSync(text, options), options));
}
await step("too long", () => zlib.gunzipSync(gz, { maxOutputLength: 3 }));
await step("just fits", () => zlib.gunzipSync(gz, { maxOutputLength: 23 }));
const dictionary = Buffer.from("hello");
const withDictionary = Buffer.from("78bb062c0215cb00110a182400680308b1", "hex");
await step("dictionary", () => zlib.inflateSync(withDictionary, { dictionary }));
await step("dictionary, there and back", () => zlib.inflateSync(zlib.deflateSync(text, { dictionary }), { dictionary: new Uint8Array(dictionary).buffer }));
await step("raw dictionary", () => zlib.inflateRawSync(zlib.deflateRawSync(text, { dictionary }), { dictionary }));
await step("other dictionary", () => zlib.inflateSync(withDictionary, { dictionary: Buffer.from("hellx") }));
await step("no dictionary", () => zlib.inflateSync(withDictionary));
await step("dictionary in a stream", () => buffer(zlib.createInflate({ dictionary }).end(withDictionary)));
const followed = (...more) => Buffer.concat([gz, ...more]);
for (const [name, data] of Object.entries({
  zeros: followed(Buffer.alloc(10)), junk: followed(Buffer.from([5])), "zeros and a member": followed(Buffer.alloc(3), gz), "half a member": followed(gz.subarray(0, 3)), "two members": followed(gz), "1f 00": followed(Buffer.from([0x1f, 0])),
})) {
  await step(`followed by ${name}`, () => zlib.gunzipSync(data));
  await step("in a stream", () => buffer(zlib.createGunzip().end(data)));
  await step("byte by byte", async () => {
    const g = zlib.createGunzip(), all = buffer(g);
    for (const b of data) g.write(Buffer.from([b]));
    g.end();
    return all;
  });
}
await step("zlib and junk", () => zlib.inflateSync(Buffer.concat([zlib.deflateSync(text), Buffer.from("xx")])));
await step("raw and junk", () => zlib.inflateRawSync(Buffer.concat([zlib.deflateRawSync(text), Buffer.from("xx")])));
const early = { flush: c.Z_SYNC_FLUSH, finishFlush: c.Z_SYNC_FLUSH };
for (const n of [0, 4, 12, 14, 19, 20, 27]) {
  await step(`${n} bytes`, () => zlib.gunzipSync(gz.subarray(0, n)));
  await step(`${n} bytes may be all`, () => zlib.gunzipSync(gz.subarray(0, n), early));
  await step("in a stream", () => buffer(zlib.createGunzip(early).end(gz.subarray(0, n))));
  await step("unzip", () => buffer(zlib.createUnzip(early).end(gz.subarray(0, n))));
}
await step("junk is still an error", () => zlib.gunzipSync(Buffer.from("no gzip"), early));
const long = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * i) % 251));
await step("a long one that ends too early", async () => {
  const packed = zlib.gzipSync(long).subarray(0, -8);
  return [zlib.gunzipSync(packed, early).equals(long), (await buffer(zlib.createGunzip(early).end(packed))).equals(long)];
});
await step("finishFlush", () => zlib.gunzipSync(zlib.gzipSync(text, { finishFlush: c.Z_SYNC_FLUSH }), early));
await step("flush", async () => {
  const g = zlib.createDeflate({ flush: c.Z_SYNC_FLUSH }), seen = [];
  g.on("data", (d) => seen.push(d));
  g.write("abc");
  await sleep(20);
  return zlib.inflateSync(Buffer.concat(seen), early);
});
await step("brotli", () => zlib.brotliDecompressSync(zlib.brotliCompressSync(text, { params: { [c.BROTLI_PARAM_QUALITY]: 1, [c.BROTLI_PARAM_LGWIN]: 12 } })));
await step("brotli of a high quality is shorter", () => {
  const size = (quality) => zlib.brotliCompressSync(long, { params: { [c.BROTLI_PARAM_QUALITY]: quality } }).length;
  return size(0) > size(9);
});
await step("brotli, wrong parameter", () => zlib.brotliCompressSync(text, { params: { 77: 1 } }));
await step("brotli, wrong value", () => zlib.brotliCompressSync(text, { params: { 1: "x" } }));
await step("brotli, wrong flush", () => zlib.brotliCompressSync(text, { flush: 9 }));
await step("brotli, too early", () => zlib.brotliDecompressSync(zlib.brotliCompressSync(text).subarray(0, -3)));
await step("brotli and junk", () => zlib.brotliDecompressSync(Buffer.concat([zlib.brotliCompressSync(text), Buffer.from("xxx")])));
await step("info", () => {
  const { buffer: b, engine, ...others } = zlib.gunzipSync(gz, { info: true });
  return [b.toString(), engine instanceof zlib.Gunzip, engine.bytesWritten, others];
});
await step("pieces", async () => {
  const sizes = [];
  for await (const d of zlib.createGunzip().end(zlib.gzipSync(long))) sizes.push(d.length);
  for await (const d of zlib.createGunzip({ chunkSize: 100_000 }).end(zlib.gzipSync(long))) sizes.push(d.length);
  return sizes.join();
});
await step("a reader that stops", async () => {
  const g = zlib.createGunzip();
  let n = 0;
  g.on("data", (d) => { n += d.length; if (n > 50_000) g.destroy(); });
  g.write(zlib.gzipSync(Buffer.alloc(20 << 20)));
  await once(g, "close");
  return n;
});
await step("nobody reads", async () => {
  const g = zlib.createGunzip();
  g.write(zlib.gzipSync(Buffer.alloc(20 << 20)));
  await sleep(50);
  return g.readableLength < 100_000;
});
await step("close", async () => {
  const g = zlib.createGzip();
  await new Promise((done) => g.close(done));
  await new Promise((done) => g.close(done));
  return "called twice";
});
await step("close after the end", async () => {
  const g = zlib.createGunzip();
  await buffer(g.end(gz));
  await sleep(5);
  return new Promise((done) => g.close((e) => done([e, g.bytesWritten, g.bytesRead])));
});
await step("codes", () => [zlib.codes.Z_OK, zlib.codes[0], zlib.codes["-5"]]);
