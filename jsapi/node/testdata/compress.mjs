// Compression of node:zlib: at once, in pieces, and of data that is damaged.
import zlib from "node:zlib";
import { promisify } from "node:util";
import { pipeline } from "node:stream/promises";
import { Readable, Writable } from "node:stream";

const text = Buffer.from("the same words, and the same words again, ".repeat(200));
for (const [pack, unpack] of [["gzip", "gunzip"], ["deflate", "inflate"], ["deflateRaw", "inflateRaw"], ["brotliCompress", "brotliDecompress"], ["gzip", "unzip"], ["deflate", "unzip"]]) {
  const packed = zlib[pack + "Sync"](text);
  console.log(pack, unpack, packed.length < 300, zlib[unpack + "Sync"](packed).equals(text), (await promisify(zlib[unpack])(packed)).length);
}
const streams = [["createGzip", "createGunzip"], ["createDeflate", "createInflate"], ["createDeflateRaw", "createInflateRaw"], ["createBrotliCompress", "createBrotliDecompress"], ["createGzip", "createUnzip"]];
for (const [pack, unpack] of streams) {
  const parts = [];
  const pieces = Array.from({ length: 7 }, (_, i) => text.subarray(i * 1200, (i + 1) * 1200));
  await pipeline(Readable.from(pieces), zlib[pack](), zlib[unpack](), new Writable({ write(chunk, _, done) { parts.push(chunk); done(); } }));
  console.log(pack, unpack, Buffer.concat(parts).equals(text));
}
const cut = zlib.gzipSync(text).subarray(0, 40);
const changed = Buffer.from(zlib.deflateSync(text));
changed[changed.length - 1] ^= 1;
for (const [unpack, data] of [["gunzip", cut], ["inflate", changed], ["gunzip", Buffer.from("plain text")]]) {
  try {
    zlib[unpack + "Sync"](data);
    console.log("it was taken");
  } catch (e) {
    console.log(unpack, e.code, e.errno, e.message);
  }
  const error = await new Promise((done) => zlib[unpack](data, (e) => done(e)));
  console.log(error.code);
  const late = await pipeline(Readable.from([data]), zlib["create" + unpack[0].toUpperCase() + unpack.slice(1)](), new Writable({ write(_c, _e, done) { done(); } })).catch((e) => e);
  console.log(late.code);
}
try {
  zlib.gunzipSync(zlib.gzipSync(text), { maxOutputLength: 100 });
} catch (e) {
  console.log(e.code);
}
const flushed = zlib.createDeflate();
const seen = [];
flushed.on("data", (chunk) => seen.push(chunk));
flushed.write("part");
await new Promise((done) => flushed.flush(done));
console.log(seen.length > 0);
flushed.end();
