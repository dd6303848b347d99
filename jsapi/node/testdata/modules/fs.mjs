// node:fs and node:fs/promises, below dir.
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import * as promises from "node:fs/promises";
import { pathToFileURL } from "node:url";

const at = (name) => `${dir}/${name}`;
const error = (e) => [e.code, e.syscall, e.path, e.dest, e.errno, e.message, Object.keys(e)];
const failing = (label, f) => show(label, () => {
  try {
    return f();
  } catch (e) {
    return error(e);
  }
});
show("write and read", () => {
  writeFileSync(at("a.txt"), "héllo");
  return [readFileSync(at("a.txt"), "utf8"), readFileSync(at("a.txt"), { encoding: "utf-8" }), readFileSync(at("a.txt")), Buffer.isBuffer(readFileSync(at("a.txt"))), readFileSync(at("a.txt"), "base64"), readFileSync(at("a.txt")).toString()];
});
show("write bytes", () => {
  writeFileSync(at("b.bin"), new Uint8Array([1, 2, 255]));
  writeFileSync(at("c.bin"), "ff00", "hex");
  writeFileSync(at("d.bin"), new Uint16Array([1]));
  return [readFileSync(at("b.bin")), readFileSync(at("c.bin")), readFileSync(at("d.bin"))];
});
show("append", () => {
  fs.appendFileSync(at("e.txt"), "one");
  fs.appendFileSync(at("e.txt"), Buffer.from(" two"));
  writeFileSync(at("e.txt"), " three", { flag: "a" });
  return readFileSync(at("e.txt"), "utf8");
});
show("URL", () => [readFileSync(pathToFileURL(at("a.txt")), "utf8"), existsSync(pathToFileURL(at("a.txt"))), readFileSync(Buffer.from(at("a.txt")), "utf8")]);
show("exists", () => [existsSync(at("a.txt")), existsSync(at("none")), existsSync(dir), existsSync(5), existsSync()]);
show("mkdir", () => [mkdirSync(at("d1")), mkdirSync(at("d2/d3/d4"), { recursive: true }), mkdirSync(at("d2/d3"), { recursive: true }), statSync(at("d2/d3/d4")).isDirectory()]);
show("readdir", () => [readdirSync(dir), readdirSync(dir, { withFileTypes: true }).map((e) => [e.name, e.isFile(), e.isDirectory(), e.isSymbolicLink(), e.parentPath === dir])]);
writeFileSync(at("d2/d3/deep.txt"), "x");
show("readdir recursive", () => readdirSync(at("d2"), { recursive: true }).sort());
show("stat", () => {
  const s = statSync(at("a.txt"));
  return [s.isFile(), s.isDirectory(), s.size, s.mtime instanceof Date, s.mtimeMs > 1e12, (s.mode & 0o777).toString(8), s.nlink, s.constructor.name, fs.lstatSync(at("d1")).isDirectory(), Object.keys(s).filter((k) => !k.startsWith("is"))];
});
show("stat of nothing", () => statSync(at("none"), { throwIfNoEntry: false }));
show("rename and copy", () => {
  fs.copyFileSync(at("a.txt"), at("copy.txt"));
  fs.renameSync(at("copy.txt"), at("moved.txt"));
  return [readFileSync(at("moved.txt"), "utf8"), existsSync(at("copy.txt"))];
});
show("unlink", () => [unlinkSync(at("moved.txt")), existsSync(at("moved.txt"))]);
show("access", () => [fs.accessSync(at("a.txt")), fs.accessSync(at("a.txt"), fs.constants.R_OK)]);
show("mkdtemp", () => {
  const made = fs.mkdtempSync(at("tmp-"));
  return [made.startsWith(at("tmp-")), made.length > at("tmp-").length, statSync(made).isDirectory(), fs.rmdirSync(made), existsSync(made)];
});
show("rm", () => [rmSync(at("d2"), { recursive: true }), existsSync(at("d2")), rmSync(at("none"), { force: true }), rmSync(at("d.bin"))]);
failing("read nothing", () => readFileSync(at("none")));
failing("read a directory", () => readFileSync(dir));
failing("write nowhere", () => writeFileSync(at("none/x"), ""));
failing("write a directory", () => writeFileSync(dir, ""));
failing("write what is there", () => writeFileSync(at("a.txt"), "", { flag: "wx" }));
failing("mkdir what is there", () => mkdirSync(at("d1")));
failing("mkdir nowhere", () => mkdirSync(at("none/x")));
failing("mkdir below a file", () => mkdirSync(at("a.txt/x"), { recursive: true }));
failing("mkdir on a file", () => mkdirSync(at("a.txt"), { recursive: true }));
failing("readdir nothing", () => readdirSync(at("none")));
failing("readdir a file", () => readdirSync(at("a.txt")));
failing("stat nothing", () => statSync(at("none")));
failing("lstat nothing", () => fs.lstatSync(at("none")));
failing("unlink nothing", () => unlinkSync(at("none")));
failing("rm nothing", () => rmSync(at("none")));
failing("rmdir nothing", () => fs.rmdirSync(at("none")));
failing("rmdir a file", () => fs.rmdirSync(at("a.txt")));
failing("rmdir what is not empty", () => {
  mkdirSync(at("full/x"), { recursive: true });
  fs.rmdirSync(at("full"));
});
failing("rename nothing", () => fs.renameSync(at("none"), at("other")));
failing("copy nothing", () => fs.copyFileSync(at("none"), at("other")));
failing("copy to what is there", () => fs.copyFileSync(at("a.txt"), at("b.bin"), fs.constants.COPYFILE_EXCL));
failing("access nothing", () => fs.accessSync(at("none")));
failing("realpath nothing", () => fs.realpathSync(at("none")));
failing("mkdtemp nowhere", () => fs.mkdtempSync(at("none/x")));
show("rm a directory", () => {
  try {
    rmSync(at("d1"));
  } catch (e) {
    return [e.name, e.code, e.message, e.syscall, e.path];
  }
});
show("no path", () => readFileSync());
show("wrong path", () => statSync({}));
show("null byte", () => readFileSync("a\0b"));
show("wrong encoding", () => readFileSync(at("a.txt"), "nope"));
show("wrong flag", () => readFileSync(at("a.txt"), { flag: "zz" }));
show("wrong data", () => writeFileSync(at("x"), 5));
show("wrong data", () => writeFileSync(at("x"), { a: 1 }));
show("wrong URL", () => readFileSync(new URL("http://x/")));
show("wrong options", () => readFileSync(at("a.txt"), 5));
show("no callback", () => fs.readFile(at("a.txt")));

const main = async () => {
  await shows("promises", async () => {
    await promises.writeFile(at("p.txt"), "one");
    await promises.appendFile(at("p.txt"), " two");
    await promises.mkdir(at("p/q"), { recursive: true });
    const stat = await promises.stat(at("p.txt"));
    return [await promises.readFile(at("p.txt"), "utf8"), (await promises.readFile(at("p.txt"))).length, stat.size, await promises.readdir(at("p")), await promises.access(at("p.txt")), await promises.rm(at("p"), { recursive: true }), await promises.unlink(at("p.txt"))];
  });
  for (const [name, f] of [["readFile", () => promises.readFile(at("none"))], ["stat", () => promises.stat(at("none"))], ["mkdir", () => promises.mkdir(at("d1"))], ["readdir", () => promises.readdir(at("none"))], ["unlink", () => promises.unlink(at("none"))]]) {
    await shows(name + " fails", () => f().then(() => "done", error));
  }
  await shows("wrong argument", () => promises.readFile(5));
  await shows("order", async () => {
    const seen = [];
    const read = promises.readFile(at("a.txt"), "utf8").then(() => seen.push("read"));
    Promise.resolve().then(() => seen.push("microtask"));
    seen.push("sync");
    await read;
    return seen;
  });
  await shows("callbacks", () => new Promise((resolve) => {
    fs.readFile(at("a.txt"), "utf8", (e, data) => {
      fs.readFile(at("none"), (failure) => {
        fs.writeFile(at("cb.txt"), "x", (none) => resolve([e, data, error(failure), none, readFileSync(at("cb.txt"), "utf8")]));
      });
    });
  }));
  show("same", () => [fs.promises.readFile === promises.readFile, promises.default.stat === promises.stat]);
};
main();
