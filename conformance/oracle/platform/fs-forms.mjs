// Pins: readFile and writeFile of descriptors, file handles, streams and iterables, signals, the forms of fs.read and fs.write, promisify, bytes to descriptor 1
import fs from "node:fs";
import fsp from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";

const top = fs.mkdtempSync(path.join(os.tmpdir(), "forms-"));
const at = (name) => path.join(top, name);
const a = at("a");
fs.writeFileSync(a, "hello world");
const attempt = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message.replaceAll(top, "TOP"), error.cause?.name ?? error.cause);
  }
};
/** Calls f with a callback, and returns what it gets. */
const called = (f) => new Promise((resolve, reject) => f((error, ...rest) => (error ? reject(error) : resolve(rest))));
const withFd = async (flags, f) => {
  const fd = fs.openSync(a, flags);
  try {
    return await f(fd);
  } finally {
    fs.closeSync(fd);
  }
};

await attempt("readFileSync", () => withFd("r", (fd) => [fs.readFileSync(fd, "utf8"), fs.readFileSync(fd, "utf8")]));
await attempt("readFile", () => withFd("r", (fd) => called((done) => fs.readFile(fd, "utf8", done))));
await attempt("readFile after read", () => withFd("r", (fd) => (fs.readSync(fd, Buffer.alloc(6)), fs.readFileSync(fd, "latin1"))));
await attempt("writeFileSync", () => withFd("w", (fd) => (fs.writeFileSync(fd, "abc"), fs.appendFileSync(fd, "def"), fs.readFileSync(a, "utf8"))));
await attempt("writeFile", () => withFd("r+", async (fd) => (await called((done) => fs.writeFile(fd, "XY", done)), fs.readFileSync(a, "utf8"))));
fs.writeFileSync(a, "hello world");
await attempt("write to r", () => withFd("r", (fd) => called((done) => fs.writeFile(fd, "XY", done))));
await attempt("read(fd, cb)", () => withFd("r", async (fd) => ([n, b] = await called((done) => fs.read(fd, done)), [n, b.length])));
var n, b;
await attempt("read(fd, {}, cb)", () => withFd("r", async (fd) => ([n, b] = await called((done) => fs.read(fd, { buffer: Buffer.alloc(5), position: 6 }, done)), [n, `${b}`])));
await attempt("read(fd, buf, cb)", () => withFd("r", async (fd) => ([n, b] = await called((done) => fs.read(fd, Buffer.alloc(4), done)), [n, `${b}`])));
await attempt("read(fd, buf, {}, cb)", () => withFd("r", async (fd) => ([n, b] = await called((done) => fs.read(fd, Buffer.alloc(4), { position: 2, length: 3 }, done)), [n, `${b}`])));
await attempt("read all", () => withFd("r", async (fd) => ([n, b] = await called((done) => fs.read(fd, Buffer.alloc(4, "."), 1, 2, 3, done)), [n, `${b}`])));
await attempt("read nothing", () => withFd("w+", async (fd) => ([n, b] = await called((done) => fs.read(fd, Buffer.alloc(0), done)), [n, b.length])));
await attempt("read no callback", () => withFd("r", (fd) => fs.read(fd, Buffer.alloc(4))));
await attempt("read bad fd", () => called((done) => fs.read(9999, Buffer.alloc(4), 0, 4, 0, done)));
await attempt("write(fd, text, cb)", () => withFd("w", (fd) => called((done) => fs.write(fd, "text", done))));
await attempt("write(fd, text, pos, enc, cb)", () => withFd("r+", (fd) => called((done) => fs.write(fd, "7a", 1, "hex", done))));
await attempt("write(fd, buf, cb)", () => withFd("a", (fd) => called((done) => fs.write(fd, Buffer.from("b"), done))));
await attempt("write(fd, buf, off, len, cb)", () => withFd("a", (fd) => called((done) => fs.write(fd, Buffer.from("bcd"), 1, 2, done))));
await attempt("write(fd, object)", () => withFd("a", (fd) => called((done) => fs.write(fd, {}, done))));
console.log(fs.readFileSync(a, "utf8"));
fs.writeFileSync(a, "hello world");
await attempt("promisify read", () => withFd("r", async (fd) => (({ bytesRead: n, buffer: b } = await promisify(fs.read)(fd, Buffer.alloc(3), 0, 3, 0)), [n, `${b}`])));
await attempt("promisify write", () => withFd("w", (fd) => promisify(fs.write)(fd, "abc")));
await attempt("promisify readv", () => withFd("r", (fd) => promisify(fs.readv)(fd, [Buffer.alloc(2)])));
await attempt("promisify writev", () => withFd("w", (fd) => promisify(fs.writev)(fd, [Buffer.from("12")])));
await attempt("promisify readFile", () => promisify(fs.readFile)(a, "utf8"));

for (const data of [Readable.from(["x", "y"]), (async function* () { yield "p"; yield Buffer.from("q"); })(), ["1", "2"], new Set(["s"])]) {
  await attempt("writeFile chunks", async () => (await fsp.writeFile(a, data), fs.readFileSync(a, "utf8")));
}
await attempt("appendFile chunks", async () => (await fsp.appendFile(a, ["!"]), fs.readFileSync(a, "utf8")));
await attempt("chunks of numbers", () => fsp.writeFile(a, [1]));
await attempt("an object", () => fsp.writeFile(a, {}));
await attempt("a list", () => fs.writeFileSync(a, ["1"]));
await attempt("handle", async () => {
  const handle = await fsp.open(a, "w+");
  await fsp.writeFile(handle, "one");
  await handle.writeFile("aGk=", { encoding: "base64" });
  await handle.writeFile(Readable.from(["-", "-"]));
  await handle.appendFile("end");
  await fsp.appendFile(handle, Buffer.from("!"));
  const rest = await fsp.readFile(handle, "utf8");
  const { bytesRead, buffer } = await handle.read({ position: 0 });
  const seen = [await handle.read(Buffer.alloc(2), { position: 1 }), await handle.read(Buffer.alloc(3), 0, 3, 2)].map((answer) => `${answer.buffer}`);
  await handle.truncate(4);
  const texts = [rest, buffer.toString("utf8", 0, bytesRead), ...seen, (await handle.stat()).size, fs.readFileSync(a, "utf8")];
  let closed = 0;
  handle.on("close", () => closed++);
  await handle.close();
  return [...texts, closed, handle.fd];
});
await attempt("closed handle", async () => {
  const handle = await fsp.open(a);
  await handle.close();
  await handle.close();
  return handle.readFile();
});
await attempt("web stream", async () => {
  const handle = await fsp.open(a);
  let text = "";
  for await (const chunk of handle.readableWebStream()) text += `${chunk.constructor.name} ${Buffer.from(chunk)}`;
  return text;
});
await attempt("readFile after read of a handle", async () => {
  const handle = await fsp.open(a);
  await handle.read(Buffer.alloc(1), 0, 1, null);
  const text = await handle.readFile("utf8");
  await handle.close();
  return text;
});

const aborted = AbortSignal.abort(new Error("why"));
await attempt("signal readFile", () => fsp.readFile(a, { signal: aborted }));
await attempt("signal writeFile", () => fsp.writeFile(at("never"), "x", { signal: aborted }));
await attempt("signal appendFile", () => fsp.appendFile(at("never"), "x", { signal: aborted }));
await attempt("signal writeFile of chunks", () => fsp.writeFile(at("never2"), ["x"], { signal: aborted }));
await attempt("signal readFile with a callback", () => called((done) => fs.readFile(a, { signal: aborted }, done)));
await attempt("signal writeFile with a callback", () => called((done) => fs.writeFile(at("never"), "x", { signal: aborted }, done)));
await attempt("no signal", () => fsp.readFile(a, { signal: 3 }));
await attempt("live signal", () => fsp.readFile(a, { signal: new AbortController().signal, encoding: "utf8" }));
console.log(fs.existsSync(at("never")));

fs.writeSync(1, Buffer.from([0xc3]));
fs.writeSync(1, Buffer.from([0xa9, 0x0a]));
fs.writeFileSync(1, Buffer.from("written\n"));
fs.writeSync(1, "aGkK", null, "base64");
console.log(fs.writeSync(1, "x\n"), await promisify(fs.write)(1, "y\n"));
fs.rmSync(top, { recursive: true });
