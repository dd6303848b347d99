// Pins: readline over streams, streams of files, descriptors, links
import readline from "node:readline";
import { createInterface } from "node:readline/promises";
import { Readable, PassThrough } from "node:stream";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
const rl = readline.createInterface({ input: Readable.from(["a\nb", "c\r\nd\n\ne"]), crlfDelay: Infinity });
for await (const line of rl) console.log(JSON.stringify(line));
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "rl-"));
const file = path.join(dir, "rl.txt");
fs.writeFileSync(file, "one\ntwo\nthree\n");
const lines = []; const r2 = readline.createInterface({ input: fs.createReadStream(file, { highWaterMark: 5 }) }); r2.on("line", (l) => lines.push(l)); await new Promise((r) => r2.on("close", r)); console.log(lines);
const input = new PassThrough(), output = new PassThrough(); const p = createInterface({ input, output }); const answer = p.question("name? "); input.write("Ann\n"); console.log(await answer, output.read()?.toString()); p.close();
const w = fs.createWriteStream(file); w.write("x"); w.end("yz"); await new Promise((r) => w.on("close", r)); console.log(fs.readFileSync(file, "utf8"), w.bytesWritten);
const fd = fs.openSync(file, "r+"); const b = Buffer.alloc(4); console.log(fs.readSync(fd, b, 0, 2, 1), b, fs.writeSync(fd, "Q", 0), fs.fstatSync(fd).size); fs.closeSync(fd); console.log(fs.readFileSync(file, "utf8"));
try { fs.readSync(fd, b); } catch (e) { console.log(e.code); } fs.symlinkSync(file, file + ".l"); console.log(fs.readlinkSync(file + ".l") === file); fs.unlinkSync(file + ".l"); fs.unlinkSync(file); fs.rmdirSync(dir);
fs.createReadStream("/nope/x").on("error", (e) => console.log(e.code, e.message)).on("close", () => console.log("closed"));
