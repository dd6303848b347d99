// Pins: encodings of readdir and readlink, rmdir with recursive, the order of a recursive readdir, cpSync into a new folder, chown of a missing file, times of links
import fs from "node:fs";
import fsp from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const top = fs.mkdtempSync(path.join(os.tmpdir(), "options-"));
const at = (name) => path.join(top, name);
const attempt = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (error) {
    console.log(name, error.name, error.code, error.syscall, error.message.replaceAll(top, "TOP"));
  }
};
fs.mkdirSync(at("t/u/v"), { recursive: true });
for (const name of ["t/u/f", "t/z", "t/a", "t/u/v/w"]) fs.writeFileSync(at(name), name);
fs.symlinkSync("a", at("t/link"));
await attempt("names", () => [fs.readdirSync(at("t"), { encoding: "buffer" }), fs.readdirSync(at("t"), "buffer").length, fs.readdirSync(at("t"), "hex")]);
await attempt("names", () => fsp.readdir(at("t"), { encoding: "buffer", withFileTypes: true }).then((list) => list.map((entry) => Buffer.isBuffer(entry.name))));
await attempt("recursive", () => fs.readdirSync(at("t"), { recursive: true }));
await attempt("recursive", () => fsp.readdir(at("t"), { recursive: true }).then((list) => list.sort()));
await attempt("link", () => [fs.readlinkSync(at("t/link"), "buffer"), fs.readlinkSync(at("t/link"), { encoding: "hex" }), fs.realpathSync(at("t/link"), "buffer").length > 1]);
await attempt("rmdir", () => fs.rmdirSync(at("t/u")));
await attempt("copy", () => (fs.cpSync(at("t/a"), at("new/folder/a")), fs.readFileSync(at("new/folder/a"), "utf8")));
await attempt("copy tree", () => (fs.cpSync(at("t"), at("other/t"), { recursive: true }), fs.readdirSync(at("other/t"))));
await attempt("copy", async () => (await fsp.cp(at("t/a"), at("third/a")), fs.readdirSync(at("third"))));
await attempt("rmdir recursive", () => (fs.rmdirSync(at("t/u"), { recursive: true }), fs.existsSync(at("t/u"))));
for (const name of ["chownSync", "lchownSync"]) {
  await attempt(name, () => fs[name](at("none"), 1, 1));
  await attempt(name, () => fs[name](at("t/a"), "x", 1));
  await attempt(name, () => fs[name](at("t/a"), 1));
}
const own = fs.statSync(at("t/a"));
await attempt("chown", () => fs.chownSync(at("t/a"), own.uid, own.gid));
await attempt("chown", () => new Promise((resolve, reject) => fs.chown(at("none"), 1, 1, (error) => (error ? reject(error) : resolve()))));
await attempt("chown", () => fsp.chown(at("none"), 1, 1));
await attempt("lutimes", () => (fs.lutimesSync(at("t/link"), 1, 2), [fs.lstatSync(at("t/link")).mtimeMs, fs.statSync(at("t/link")).mtimeMs > 2000]));
await attempt("lutimes", async () => (await fsp.lutimes(at("t/a"), 1, new Date(5000)), fs.statSync(at("t/a")).mtimeMs));
await attempt("lutimes", () => fs.lutimesSync(at("none"), 1, 2));
fs.rmSync(top, { recursive: true });
