// Pins: streams of files: their positions, descriptors that are given, what closes them, and wrong options
import fs from "node:fs";
import fsp from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "streams-"));
const file = path.join(folder, "a");
fs.writeFileSync(file, "hello world");
const step = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "threw", e.name, e.code, e.message.replaceAll(folder, "FOLDER"));
  }
};
const read = async (...args) => {
  const parts = [];
  for await (const part of fs.createReadStream(...args)) parts.push(String(part));
  return parts;
};
for (const options of [{ start: 5, end: 2 }, { start: "5" }, { start: -1 }, { start: 1.5 }, { end: "x" }, { end: -1 }, { fd: "x" }]) await step(JSON.stringify(options), () => void fs.createReadStream(file, options).on("error", () => {}));
await step("write at a wrong position", () => fs.createWriteStream(path.join(folder, "b"), { start: "1" }));
await step("range", () => read(file, { start: 2, end: 4, highWaterMark: 2 }));
await step("no bytes", () => read(file, { start: 20 }));
await step("one byte", () => read(file, { start: 0, end: 0 }));
fs.writeFileSync(path.join(folder, "long"), "x".repeat(200_000));
await step("pieces", async () => (await read(path.join(folder, "long"))).map((part) => part.length));
await step("descriptor", async () => {
  const fd = fs.openSync(file);
  fs.readSync(fd, Buffer.alloc(6));
  return read(null, { fd });
});
await step("descriptor with an end", async () => {
  const fd = fs.openSync(file);
  fs.readSync(fd, Buffer.alloc(6));
  return read(null, { fd, end: 2 });
});
await step("descriptor with a start", () => read(null, { fd: fs.openSync(file), start: 3 }));
await step("FileHandle", async () => {
  const handle = await fsp.open(file);
  const parts = await read(null, { fd: handle });
  await sleep(5);
  return [parts, handle.fd];
});
await step("autoClose", async () => {
  const fd = fs.openSync(file), seen = [];
  const stream = fs.createReadStream(null, { fd, autoClose: false }).on("end", () => seen.push("end")).on("close", () => seen.push("close")).resume();
  await sleep(30);
  seen.push(stream.destroyed, fs.fstatSync(fd).size);
  stream.destroy();
  await sleep(5);
  try { fs.fstatSync(fd); } catch (e) { seen.push(e.code); }
  return seen;
});
await step("autoClose of a write", async () => {
  const seen = [], stream = fs.createWriteStream(path.join(folder, "c"), { autoClose: false });
  for (const event of ["finish", "close"]) stream.on(event, () => seen.push(event));
  stream.end("x");
  await sleep(30);
  seen.push(stream.destroyed);
  stream.destroy();
  await sleep(5);
  const other = fs.createWriteStream(path.join(folder, "c"), { autoClose: false });
  other.write("y");
  await new Promise((done) => other.close(done));
  return [...seen, other.destroyed];
});
for (const [name, make] of [["read", () => fs.createReadStream(file)], ["write", () => fs.createWriteStream(path.join(folder, "d"))]]) {
  await step(`close a ${name} twice`, async () => {
    const stream = make();
    await new Promise((done) => stream.close(done));
    await new Promise((done) => stream.close(done));
    return [stream.destroyed, stream.closed];
  });
}
await step("close after the end", async () => {
  const stream = fs.createWriteStream(path.join(folder, "d"));
  stream.end("x");
  await new Promise((done) => stream.on("close", done));
  await new Promise((done) => stream.close(done));
  return [stream.pending, stream.bytesWritten];
});
await step("write at a position", async () => {
  const stream = fs.createWriteStream(file, { flags: "r+", start: 6 });
  await new Promise((done) => stream.end("W", done));
  return fs.readFileSync(file, "utf8");
});
await step("no file", async () => {
  const seen = [];
  fs.createReadStream(path.join(folder, "none")).on("error", (e) => seen.push(e.code)).on("close", () => seen.push("close"));
  await sleep(20);
  return seen;
});
fs.rmSync(folder, { recursive: true });
