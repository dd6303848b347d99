// Pins: copyFile over the same file by path, symlink and hard link; the mode of a copy; what a copy that fails leaves.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const top = fs.mkdtempSync(path.join(os.tmpdir(), "copies-"));
const at = (name) => path.join(top, name);
const show = (name, f) => {
  try {
    console.log(name, f());
  } catch (e) {
    console.log(name, e.code, e.syscall, e.message.replaceAll(top, "TOP"));
  }
};
const mode = (name) => (fs.statSync(at(name)).mode & 0o7777).toString(8);
const text = (name) => fs.readFileSync(at(name), "utf8");
const reset = () => fs.writeFileSync(at("a"), "hello world");

reset();
fs.symlinkSync(at("a"), at("soft"));
fs.linkSync(at("a"), at("hard"));
for (const name of ["a", "soft", "hard"]) {
  show(`to ${name}`, () => (fs.copyFileSync(at("a"), at(name)), text("a")));
  reset();
  show(`from ${name}`, () => (fs.copyFileSync(at(name), at("a")), text("a")));
  reset();
  await fs.promises.copyFile(at("a"), at(name)).then(() => console.log("promise", text("a")), (e) => console.log("promise", e.code));
  reset();
  show(`cp to ${name}`, () => (fs.cpSync(at("a"), at(name)), text("a")));
  reset();
}

fs.writeFileSync(at("run"), "#!/bin/sh");
fs.chmodSync(at("run"), 0o755);
fs.writeFileSync(at("old"), "a longer text than the source");
fs.chmodSync(at("old"), 0o600);
show("over an existing file", () => (fs.copyFileSync(at("run"), at("old")), [mode("old"), text("old")]));
for (const bits of [0o666, 0o775, 0o444]) {
  fs.writeFileSync(at("source"), "s");
  fs.chmodSync(at("source"), bits);
  show("new", () => (fs.copyFileSync(at("source"), at(`new${bits}`)), mode(`new${bits}`)));
  show("cp", () => (fs.cpSync(at("source"), at(`cp${bits}`)), mode(`cp${bits}`)));
  fs.rmSync(at("source"));
}

fs.mkdirSync(at("folder"));
show("of a folder", () => fs.copyFileSync(at("folder"), at("copy")));
console.log(fs.existsSync(at("copy")));
show("to a folder", () => fs.copyFileSync(at("a"), at("folder")));
show("of nothing", () => fs.copyFileSync(at("none"), at("copy")));
show("exclusive", () => fs.copyFileSync(at("a"), at("hard"), fs.constants.COPYFILE_EXCL));
fs.symlinkSync(at("later"), at("dangling"));
show("through a dangling link", () => (fs.copyFileSync(at("a"), at("dangling")), text("later")));
fs.rmSync(top, { recursive: true });
