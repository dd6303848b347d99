// Pins: descriptors of node:fs: flags given as numbers, the access mode, files that are renamed or removed while they are open, positions
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const top = fs.mkdtempSync(path.join(os.tmpdir(), "descriptors-"));
const at = (name) => path.join(top, name);
const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NOFOLLOW, O_DIRECTORY } = fs.constants;
const attempt = (name, f) => {
  try {
    console.log(name, f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message.replaceAll(top, "TOP"));
  }
};
const read = (name) => (fs.existsSync(at(name)) ? fs.readFileSync(at(name), "utf8") : "(none)");
/** Opens a file with 10 bytes, writes 2, and returns what is in it. */
const opened = (flags, fresh = false) => {
  fs.rmSync(at("f"), { force: true });
  if (!fresh) fs.writeFileSync(at("f"), "0123456789");
  const fd = fs.openSync(at("f"), flags);
  try {
    fs.writeSync(fd, "ab");
  } finally {
    fs.closeSync(fd);
  }
  return read("f");
};

for (const [name, flags] of Object.entries({
  "WRONLY|CREAT": O_WRONLY | O_CREAT, "RDWR|CREAT": O_RDWR | O_CREAT, WRONLY: O_WRONLY, RDWR: O_RDWR, "WRONLY|TRUNC": O_WRONLY | O_TRUNC, "RDWR|TRUNC": O_RDWR | O_TRUNC,
  "WRONLY|APPEND": O_WRONLY | O_APPEND, "RDWR|APPEND": O_RDWR | O_APPEND, "WRONLY|CREAT|TRUNC": O_WRONLY | O_CREAT | O_TRUNC, "WRONLY|CREAT|EXCL": O_WRONLY | O_CREAT | O_EXCL,
  "WRONLY|CREAT|APPEND": O_WRONLY | O_CREAT | O_APPEND, RDONLY: O_RDONLY, "RDONLY|CREAT": O_CREAT, r: "r", "r+": "r+", w: "w", a: "a", wx: "wx", ax: "ax", "w+": "w+", "a+": "a+",
})) {
  attempt(name, () => opened(flags));
  attempt(`${name} of a new file`, () => opened(flags, true));
  console.log(read("f"));
}
fs.writeFileSync(at("target"), "target");
fs.symlinkSync("target", at("link"));
attempt("NOFOLLOW of a link", () => fs.openSync(at("link"), O_RDONLY | O_NOFOLLOW));
attempt("NOFOLLOW of a file", () => typeof fs.openSync(at("target"), O_RDONLY | O_NOFOLLOW));
attempt("DIRECTORY of a file", () => fs.openSync(at("target"), O_RDONLY | O_DIRECTORY));
attempt("DIRECTORY", () => fs.readSync(fs.openSync(top, O_RDONLY | O_DIRECTORY), Buffer.alloc(1)));
for (const flags of [1.5, {}, "zz", "R"]) attempt("flags", () => fs.openSync(at("target"), flags));
attempt("null", () => typeof fs.openSync(at("target"), null));
attempt("mode", () => fs.openSync(at("m"), "w", "9x"));
attempt("readFile flag", () => fs.readFileSync(at("new"), { flag: O_RDWR | O_CREAT, encoding: "utf8" }) + "|" + read("new"));
attempt("writeFile flag", () => (fs.writeFileSync(at("target"), "TA", { flag: O_WRONLY }), read("target")));

const r = fs.openSync(at("target"), "r");
const w = fs.openSync(at("w"), "w");
attempt("write to r", () => fs.writeSync(r, "x"));
attempt("truncate r", () => fs.ftruncateSync(r, 1));
attempt("read from w", () => fs.readSync(w, Buffer.alloc(3)));
attempt("readFile of w", () => fs.readFileSync(w));
attempt("nothing from w", () => fs.readSync(w, Buffer.alloc(3), 0, 0, 0));
for (const call of ["closeSync", "fstatSync", "ftruncateSync", "fsyncSync", "fdatasyncSync", "readFileSync"]) attempt(call, () => fs[call](9999));
attempt("chmod", () => fs.fchmodSync(9999, 0o600));
attempt("times", () => fs.futimesSync(9999, 1, 2));
attempt("writeFile", () => fs.writeFileSync(9999, "x"));
for (const fd of ["1", -1, 1.5, undefined]) attempt("fd", () => fs.closeSync(fd));
fs.closeSync(w);
attempt("closed", () => fs.writeSync(w, "x"));
attempt("closed twice", () => fs.closeSync(w));

fs.writeFileSync(at("gone"), "still here");
const gone = fs.openSync(at("gone"), "r+");
fs.unlinkSync(at("gone"));
const bytes = Buffer.alloc(16);
console.log(fs.readSync(gone, bytes), bytes.toString("utf8", 0, 10), fs.fstatSync(gone).size, fs.fstatSync(gone).nlink);
fs.writeSync(gone, "!");
fs.ftruncateSync(gone, 8);
console.log(fs.readFileSync(gone, "utf8"), fs.existsSync(at("gone")), fs.fstatSync(gone).size);
fs.writeFileSync(at("gone"), "another file");
console.log(fs.readSync(gone, bytes, 0, 16, 0), read("gone"));
fs.closeSync(gone);
fs.writeFileSync(at("before"), "data");
const moved = fs.openSync(at("before"), "a+");
fs.renameSync(at("before"), at("after"));
fs.writeSync(moved, "1");
fs.appendFileSync(moved, "2");
fs.fchmodSync(moved, 0o600);
fs.futimesSync(moved, 1, new Date(5000));
console.log(fs.existsSync(at("before")), read("after"), fs.statSync(at("after")).mtimeMs, (fs.fstatSync(moved).mode & 0o777).toString(8));
fs.closeSync(moved);

const both = fs.openSync(at("both"), "w+");
fs.writeSync(both, "one");
fs.writeSync(both, Buffer.from("two"), 1, 2);
fs.writeSync(both, "X", 0);
fs.writeSync(both, Buffer.from("-three-"), { offset: 1, length: 5 });
fs.writevSync(both, [Buffer.from("4"), new Uint16Array([0x3535])]);
console.log(read("both"), fs.readFileSync(both, "utf8") === "", fs.readSync(both, bytes, 0, 4, 1), bytes.toString("latin1", 0, 4));
fs.closeSync(both);
const parts = fs.openSync(at("both"));
console.log(fs.readvSync(parts, [bytes.subarray(0, 2), bytes.subarray(2, 5)]), bytes.toString("latin1", 0, 5), fs.readFileSync(parts, "latin1"));
for (const args of [[""], [Buffer.alloc(0)], [bytes, 17], [bytes, -1], [bytes, 0, 17], [bytes, 1, 16], [bytes, 0, 1, "x"], [bytes, 0, 1, -2], [bytes, 0.5, 1], [bytes, 0, null, 0], [bytes, { length: 2, position: 1 }], [bytes, null], [bytes, 0, 3, 2n]]) {
  attempt(`read ${args.length}`, () => fs.readSync(parts, ...args));
}
for (const args of [[{}], [1], [bytes, 17], [bytes, 0, 17], [bytes, -1], [bytes, 1, -1], [null]]) attempt(`write ${args.length}`, () => fs.writeSync(parts, ...args));
attempt("readv", () => fs.readvSync(parts, ["x"]));
fs.rmSync(top, { recursive: true });
