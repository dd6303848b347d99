// Pins: params() of zlib streams, the kinds of flush(), and the option flush, by what the output is decompressed to
import zlib from "node:zlib";
import { once } from "node:events";

const { constants: c } = zlib;
const attempt = (name, f) => {
  try {
    console.log(name, f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
const formats = { createDeflate: "inflateSync", createGzip: "gunzipSync", createDeflateRaw: "inflateRawSync" };
for (const [make, undo] of Object.entries(formats)) {
  const stream = zlib[make]({ level: 0 });
  const parts = [];
  stream.on("data", (part) => parts.push(part));
  stream.write("a".repeat(1000));
  await new Promise((resolve) => stream.params(9, c.Z_DEFAULT_STRATEGY, resolve));
  stream.write("a".repeat(1000));
  await new Promise((resolve) => stream.params(9, c.Z_HUFFMAN_ONLY, resolve));
  stream.write("a".repeat(1000));
  await new Promise((resolve) => stream.params(9, c.Z_HUFFMAN_ONLY, resolve));
  stream.end("b".repeat(1000));
  await once(stream, "end");
  const all = Buffer.concat(parts);
  console.log(make, all.length > 1000, all.length < 3000, zlib[undo](all).toString() === "a".repeat(3000) + "b".repeat(1000));
  for (const kind of [0, 1, 2, 3, 4, 5, undefined]) {
    const flushed = zlib[make]();
    const seen = [];
    flushed.on("data", (part) => seen.push(part));
    flushed.write("hello hello hello");
    await new Promise((resolve) => (kind === undefined ? flushed.flush(resolve) : flushed.flush(kind, resolve)));
    const before = Buffer.concat(seen);
    if (kind === 4) flushed.end();
    else flushed.end(" hello");
    await once(flushed, "end");
    if (kind === 4) console.log(zlib[undo](before).toString());
    const partial = { finishFlush: c.Z_SYNC_FLUSH };
    console.log(kind, before.length > 0, zlib[undo](before, partial).toString(), "|", zlib[undo](Buffer.concat(seen)).toString());
  }
}
attempt("of a decompressor", () => zlib.createInflate().params(1, 0));
attempt("level", () => zlib.createDeflate().params(11, 0));
attempt("level", () => zlib.createDeflate().params("1", 0));
attempt("strategy", () => zlib.createDeflate().params(1, 11));
attempt("brotli", () => typeof zlib.createBrotliCompress().params);
const synced = zlib.createDeflateRaw({ flush: c.Z_SYNC_FLUSH });
const ends = [];
synced.on("data", (part) => ends.push(part.subarray(-4).toString("hex") === "0000ffff"));
for (const text of ["one", "two", "three"]) await new Promise((resolve) => synced.write(text, resolve));
synced.end();
await once(synced, "end");
console.log(ends.slice(0, 3), zlib.gzipSync("x", { level: 1 })[8], zlib.gzipSync("x", { level: 9 })[8], zlib.gzipSync("x")[8], [-1, 0, 1, 2, 5, 6, 7, 9].map((level) => zlib.deflateSync("x", { level }).readUInt16BE()));
