// Pins: cpSync of a directory into itself, over itself, over something of another kind, without recursive.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const top = fs.mkdtempSync(path.join(os.tmpdir(), "copy-"));
fs.mkdirSync(`${top}/d/src`, { recursive: true });
fs.writeFileSync(`${top}/d/f`, "1");
fs.symlinkSync("d", `${top}/link`);
for (const [from, to, options] of [
  ["d", "d/src/x"], ["d", "d"], ["d", "d/../d"], ["d", "link/src"], ["d", "e"], ["d/f", "d/f"], ["d", "d/f"], ["d/f", "d/src"], ["d", "g", {}], ["d/f", "h", {}],
]) {
  try {
    fs.cpSync(`${top}/${from}`, `${top}/${to}`, options ?? { recursive: true });
    console.log(from, to, "copied");
  } catch (e) {
    console.log(from, to, e.code, e.message.replaceAll(top, ""));
  }
}
console.log(fs.readdirSync(`${top}/e`), fs.readdirSync(`${top}/d/src`), fs.readFileSync(`${top}/h`, "utf8"));
fs.rmSync(top, { recursive: true });
