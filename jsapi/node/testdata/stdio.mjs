// process.stdout and process.stderr as streams.
import { Readable, Transform, Writable, pipeline } from "node:stream";
import { promisify } from "node:util";

const out = process.stdout;
console.log(out instanceof Writable, process.stderr instanceof Writable, typeof out.on, out.isTTY, out.columns, out.fd, process.stderr.fd);
out.write("plain\n");
out.write(new Uint8Array([104, 105, 10]));
out.write("68690a", "hex");
out.write("called back\n", () => console.log("called"));
for (const chunk of [5, undefined, null, {}])
  try {
    out.write(chunk);
  } catch (e) {
    console.log(e.code, e.message);
  }
await null;
console.log(out.writable, out.writableLength, out.listenerCount("x"), out.once("x", () => {}) === out, out.listenerCount("x"));
const { write } = out;
const got = [];
out.write = (chunk) => got.push(String(chunk));
out.write("captured");
out.write = write;
console.log(got);
Readable.from(["a\n", "b\n"]).pipe(out);
await new Promise((r) => setTimeout(r, 10));
const upper = () => new Transform({ transform: (chunk, _, done) => done(null, String(chunk).toUpperCase()) });
await promisify(pipeline)(Readable.from(["c\n"]), upper(), out, { end: false });
await new Promise((r) => pipeline(Readable.from(["d\n"]), upper(), out, (e) => r(console.log("done", e))));
console.log("after", out.writable);
