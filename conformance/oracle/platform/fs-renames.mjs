// Pins: a folder that is renamed to an empty one, to a full one and to itself; what realpath of a missing file says; chunks that are no text and no bytes
import fs from "node:fs";
import fsp from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";

const top = fs.mkdtempSync(path.join(os.tmpdir(), "renames-"));
const at = (name) => path.join(top, name);
const attempt = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (error) {
    console.log(name, error.name, error.code, error.syscall, error.message.replaceAll(top, "TOP"));
  }
};
for (const name of ["a/x", "empty", "full/y"]) fs.mkdirSync(at(name), { recursive: true });
fs.writeFileSync(at("file"), "text");
await attempt("itself", () => fs.renameSync(at("a"), at("a")));
await attempt("full", () => fs.renameSync(at("a"), at("full")));
await attempt("file", () => fs.renameSync(at("a"), at("file")));
await attempt("folder", () => fs.renameSync(at("file"), at("a")));
await attempt("below itself", () => fs.renameSync(at("a"), at("a/x/z")));
await attempt("empty", () => (fs.renameSync(at("a"), at("empty")), fs.readdirSync(at("empty")), [fs.existsSync(at("a")), fs.readdirSync(at("empty"))]));
await attempt("promise", async () => (fs.mkdirSync(at("b")), await fsp.rename(at("empty"), at("b")), fs.readdirSync(at("b"))));
await attempt("realpath", () => fsp.realpath(at("none")));
await attempt("realpath", async () => (await fsp.realpath(at("b/../b"))) === fs.realpathSync(at("b")));
await attempt("realpath", () => fs.realpathSync(at("none")));
await attempt("chunk", async () => {
  for await (const chunk of Readable.from([1], { objectMode: false })) console.log(chunk);
});
fs.rmSync(top, { recursive: true });
