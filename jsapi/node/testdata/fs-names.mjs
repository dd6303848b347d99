// What packages use of node:fs beside whole files.
import { once } from "node:events";
import fs from "node:fs";
import fsp from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "names-"));
const at = (...names) => path.join(dir, ...names);
const shown = (text) => `${text}`.replaceAll(dir, "DIR");
const say = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (error) {
    console.log(name, error.name, error.code, shown(error.message));
  }
};
fs.mkdirSync(at("tree", "below"), { recursive: true });
fs.writeFileSync(at("tree", "a.txt"), "a text");
fs.writeFileSync(at("tree", "below", "b.txt"), "b text");
fs.symlinkSync("a.txt", at("tree", "link"));

// Copies of folders.
fs.cpSync(at("tree"), at("copy"), { recursive: true });
console.log(fs.readdirSync(at("copy"), { recursive: true }).sort(), fs.readlinkSync(at("copy", "link")) === at("tree", "a.txt"));
await say("cp", () => fsp.cp(at("tree"), at("none")));
await say("cp", () => fsp.cp(at("tree"), at("copy2"), { recursive: true, verbatimSymlinks: true, filter: async (from) => !from.endsWith("b.txt") }));
console.log(fs.readdirSync(at("copy2"), { recursive: true }).sort(), fs.readlinkSync(at("copy2", "link")));
await new Promise((resolve) => fs.cp(at("tree", "a.txt"), at("c.txt"), (error) => resolve(console.log(error, fs.readFileSync(at("c.txt"), "utf8")))));
fs.writeFileSync(at("c.txt"), "mine");
await say("kept", () => (fs.cpSync(at("tree", "a.txt"), at("c.txt"), { force: false }), fs.readFileSync(at("c.txt"), "utf8")));
await say("refused", () => fs.cpSync(at("tree", "a.txt"), at("c.txt"), { force: false, errorOnExist: true }));
await say("times", () => (fs.cpSync(at("tree", "a.txt"), at("d.txt"), { preserveTimestamps: true }), Math.abs(fs.statSync(at("d.txt")).mtimeMs - fs.statSync(at("tree", "a.txt")).mtimeMs) < 2));

// Several buffers.
const fd = fs.openSync(at("tree", "a.txt"), "r+");
const [one, two] = [Buffer.alloc(2), Buffer.alloc(9)];
console.log(fs.readvSync(fd, [one, two]), `${one}|${two.subarray(0, 4)}`, fs.readvSync(fd, [one], 2), `${one}`);
console.log(fs.writevSync(fd, [Buffer.from("x"), Buffer.from("yz")], 1), fs.readFileSync(at("tree", "a.txt"), "utf8"));
await new Promise((resolve) => fs.readv(fd, [one], 0, (error, count, list) => resolve(console.log(error, count, list[0] === one))));
fs.closeSync(fd);

// File handles.
const handle = await fsp.open(at("lines.txt"), "w+");
console.log(typeof handle.fd, (await handle.writev([Buffer.from("l1\nl2\n"), Buffer.from("l3")])).bytesWritten);
console.log((await handle.readv([one], 0)).bytesRead, `${one}`);
await handle.close();
console.log(handle.fd);
const lines = [];
for await (const line of (await fsp.open(at("lines.txt"))).readLines()) lines.push(line);
console.log(lines);
const reading = (await fsp.open(at("lines.txt"))).createReadStream({ encoding: "utf8", start: 3 });
for await (const text of reading) console.log(text);
const writing = (await fsp.open(at("out.txt"), "w")).createWriteStream();
writing.end("through a handle");
await once(writing, "close");
console.log(fs.readFileSync(at("out.txt"), "utf8"));

// Folders, entry by entry.
const opened = fs.opendirSync(at("tree"));
const names = [];
for (let entry; (entry = opened.readSync()); ) names.push(`${entry.name} ${entry.isFile()} ${entry.isDirectory()} ${entry.isSymbolicLink()}`);
console.log(names.sort(), opened.path === at("tree"), opened instanceof fs.Dir);
opened.closeSync();
await say("closed", () => opened.readSync());
const seen = [];
for await (const entry of await fsp.opendir(at("tree"))) seen.push(entry.name);
console.log(seen.sort());
await say("opendir", () => fsp.opendir(at("none")));
await new Promise((resolve) => fs.opendir(at("tree"), (error, d) => d.read((e, entry) => d.close((e2) => resolve(console.log(error, e, typeof entry.name, e2))))));

const blob = await fs.openAsBlob(at("out.txt"), { type: "text/plain" });
console.log(await blob.text(), blob.type);
console.log(fs._toUnixTimestamp(new Date(1500)), fs.FileReadStream === fs.ReadStream);
console.log(Object.entries(fs.constants).filter(([name]) => !/FICLONE/.test(name)).map(String).sort().join(" "));

console.log(Object.entries(fs.statfsSync(dir)).map(([name, value]) => `${name} ${typeof value}`).join(), fs.statfsSync(dir).constructor.name);
console.log(typeof (await fsp.statfs(dir, { bigint: true })).bsize, fs.statfsSync(dir).bsize === fs.statfsSync(dir).bsize);
await say("statfs", () => fsp.statfs(at("none")));

// Watchers.
await say("watch", () => fs.watch(at("none")));
const watcher = fs.watch(dir);
const events = new Set();
watcher.on("change", (kind, name) => events.add(`${kind} ${name}`));
setTimeout(() => fs.writeFileSync(at("new.txt"), "new"), 150);
while (!events.has("rename new.txt")) await once(watcher, "change");
console.log(events.has("rename new.txt"));
watcher.close();
await once(watcher, "close");
const changed = new Promise((resolve) => fs.watchFile(at("out.txt"), { interval: 30 }, (now, before) => resolve([now.size, before.size])));
setTimeout(() => fs.writeFileSync(at("out.txt"), "1"), 100);
console.log(await changed);
fs.unwatchFile(at("out.txt"));
const stop = new AbortController();
setTimeout(() => fs.writeFileSync(at("more.txt"), "new"), 150);
try {
  for await (const { eventType, filename } of fsp.watch(dir, { signal: stop.signal })) {
    console.log(eventType, filename);
    stop.abort();
  }
} catch (error) {
  console.log(error.name, error.code);
}
