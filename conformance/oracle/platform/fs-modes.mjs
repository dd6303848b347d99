// Pins: loadEnvFile beside an empty variable, sticky bits, times in nanoseconds and wrong times, lengths below 0, positions that are no integers, reading after an append.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const top = fs.mkdtempSync(path.join(os.tmpdir(), "modes-"));
const at = (name) => path.join(top, name);
const mode = (name) => fs.statSync(at(name)).mode.toString(8);
const show = (name, f) => {
  try {
    console.log(name, f());
  } catch (e) {
    console.log(name, e.code, e.message.replaceAll(top, "TOP"));
  }
};
fs.mkdirSync(at("folder"));
fs.writeFileSync(at("file"), "abc");
show("sticky", () => (fs.chmodSync(at("folder"), 0o1777), mode("folder")));
const fd = fs.openSync(at("file"), "r+");
show("fchmod", () => (fs.fchmodSync(fd, 0o711), mode("file"), fs.fchmodSync(fd, 0o644), mode("file")));
show("position 1.9", () => (fs.writeSync(fd, Buffer.from("T"), 0, 1, 1.9), fs.readFileSync(at("file"), "utf8")));
show("position Infinity", () => (fs.writeSync(fd, Buffer.from("S"), 0, 1, Infinity), fs.readFileSync(at("file"), "utf8")));
show("position 1", () => (fs.writeSync(fd, Buffer.from("R"), 0, 1, 1), fs.readFileSync(at("file"), "utf8")));
fs.closeSync(fd);
show("truncate", () => (fs.truncateSync(at("file"), -5), fs.statSync(at("file")).size));

const both = fs.openSync(at("file"), "a+"), part = Buffer.alloc(3);
fs.writeSync(both, "abcdef");
console.log(fs.readSync(both, part, 0, 3, null), fs.readSync(both, part, 0, 3, 0), part.toString());
fs.closeSync(both);

show("utimes", () => (fs.utimesSync(at("file"), "100", new Date(5000.5)), fs.statSync(at("file")).atimeMs + fs.statSync(at("file")).mtimeMs));
for (const time of [NaN, Infinity, "soon", null]) show(`utimes ${time}`, () => fs.utimesSync(at("file"), time, 1));
fs.utimesSync(at("file"), 1.5, 1234567890.123);
const exact = fs.statSync(at("file"), { bigint: true });
console.log(exact.atimeNs, exact.mtimeNs / 1000n, exact.mtimeMs);

fs.writeFileSync(at("variables"), "MODES_A=1\nMODES_B=2\nMODES_C=3\n");
process.env.MODES_B = "";
process.env.MODES_C = "own";
process.loadEnvFile(at("variables"));
console.log([process.env.MODES_A, process.env.MODES_B, process.env.MODES_C]);
fs.rmSync(top, { recursive: true });
