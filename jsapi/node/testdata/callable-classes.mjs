// Old code calls the constructors of Node without new, and with objects of its own.
import child from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import stream from "node:stream";
import tls from "node:tls";
import util from "node:util";

const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "classes-")), "file.txt");
fs.writeFileSync(file, "one\ntwo\n");

function Reader(path, options) {
  fs.ReadStream.call(this, path, options);
  this.mine = true;
}
util.inherits(Reader, fs.ReadStream);
const reader = new Reader(file, { encoding: "utf8" });
console.log(await reader.toArray(), reader.mine, reader.bytesRead, reader instanceof stream.Readable);
console.log(fs.ReadStream(file) instanceof fs.ReadStream, fs.ReadStream.name, fs.WriteStream.name);

function Writer(path) {
  fs.WriteStream.call(this, path);
}
util.inherits(Writer, fs.WriteStream);
const writer = new Writer(`${file}.out`);
writer.end("written");
await once(writer, "close");
console.log(fs.readFileSync(`${file}.out`, "utf8"), writer.bytesWritten);

// graceful-fs replaces open().
function Opener(path) {
  fs.ReadStream.call(this, path);
}
Opener.prototype = Object.create(fs.ReadStream.prototype);
Opener.prototype.open = function () {
  fs.open(this.path, this.flags, this.mode, (error, fd) => {
    if (error) return this.emit("error", error);
    this.fd = fd;
    this.emit("open", fd);
  });
};
console.log(`${await new Opener(file).toArray()}`);
console.log(await new Opener(`${file}.none`).toArray().catch((e) => e.code));

class Late extends fs.ReadStream {
  late = 1;
}
console.log(`${await new Late(file).toArray()}`, new Late(file).late);

const stats = new fs.Stats(1, 0o100644, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
console.log(stats, stats.isFile(), stats.isDirectory(), Object.keys(stats).length);
const own = {};
fs.Stats.call(own, 1, 2, 3);
console.log(own.dev, own.mode, own.atime);
function MyStats() {}
util.inherits(MyStats, fs.Stats);
console.log(Object.assign(new MyStats(), { mode: 0o040755 }).isDirectory());
const big = fs.statSync(file, { bigint: true });
console.log(typeof big.size, big.size, big.constructor.name, big.isFile(), typeof big.mtimeNs, Object.keys(big).join());
console.log((await fs.promises.stat(file, { bigint: true })).size);

console.log(readline.Interface({ input: new stream.PassThrough() }) instanceof readline.Interface);
function Lines(input) {
  readline.Interface.call(this, { input });
}
util.inherits(Lines, readline.Interface);
const lines = new Lines(fs.createReadStream(file));
lines.on("line", (line) => console.log("line", line));
await once(lines, "close");
class More extends readline.Interface {
  more() {
    return this.terminal;
  }
}
console.log(new More({ input: new stream.PassThrough() }).more(), More.name, readline.Interface.name);

for (const Class of [http.Agent, https.Agent, net.Socket, stream.Readable, stream.Writable, stream.Duplex, stream.Transform, stream.PassThrough]) {
  console.log(Class.name, Class() instanceof Class);
}
for (const Class of [http.Server, https.Server, net.Server, tls.Server, tls.SecureContext]) console.log(Class.name, Class() instanceof Class);
console.log(new child.ChildProcess() instanceof child.ChildProcess, child.ChildProcess.name);
const out = new stream.PassThrough();
console.Console(out).log("to a stream", 1);
console.log(`${out.read()}`);
