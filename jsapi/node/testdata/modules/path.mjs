// node:path.
import path, { join, posix } from "node:path";
import * as all from "node:path/posix";

const paths = [
  "", "/", "//", "///", "a", "/a", "a/", "/a/", "//a", "//a/b", "a//b", "a//", "///a", "/a//", ".", "..", "a/..", ".a", "a.b", ".a.b", "a.", "..a",
  "/a/b.c/", "a.b/", "//a//b//", "a/b/", "/../a", "../../a", "./a/./b/../c", "/a/b/../../..", "a/../..", "a\\b", "é/ü.txt", "...", "a/...", ".../a", "/.", "./", "../",
  "file.tar.gz", "/x/.bashrc", "/x/.bashrc.bak", "a/b.c/d", "..a/", "a..b",
];
for (const p of paths) {
  show(JSON.stringify(p), () => [path.dirname(p), path.basename(p), path.extname(p), path.normalize(p), path.isAbsolute(p), path.parse(p), path.resolve(p)]);
}
for (const list of [[], [""], ["", ""], ["a", "b"], ["a/", "/b"], ["a", "..", "b"], ["/a", "../../b"], ["", "a"], ["a", ""], [".", "a"], ["a", "./"], ["..", ".."], ["/", ".."], ["//a", "b"], ["a", "", "b"]]) {
  show("join " + list, () => join(...list));
}
for (const list of [[], ["a"], ["/a", "b"], ["/a", "/b", "c"], ["..", "x"], ["/a", ""], ["", "/a"], ["/a/", "../.."], ["a/", "//b//c"]]) show("resolve " + list, () => path.resolve(...list));
for (const [from, to] of [["/a/b", "/a/c"], ["/a", "/a"], ["/a", "/a/b/c"], ["/a/b/c", "/a"], ["/", "/a"], ["/a", "/"], ["a", "b"], ["", "a"], ["/ab", "/abc"], ["/a/b/", "/a//c"], ["/x/y", "z"], ["", ""]]) {
  show(`relative ${from} ${to}`, () => path.relative(from, to));
}
for (const [p, suffix] of [["a.txt", ".txt"], ["a.txt", "txt"], ["a.txt", "a.txt"], ["/x/a.txt/", ".txt"], ["a", ""], [".txt", ".txt"], ["a.b.c", ".c"]]) show(`basename ${p} ${suffix}`, () => path.basename(p, suffix));
for (const parts of [{}, { base: "a" }, { dir: "/x", base: "a" }, { root: "/", base: "a" }, { root: "/", name: "a", ext: ".b" }, { dir: "/", base: "a" }, { dir: "x", name: "a", ext: "b" }, { root: "/", dir: "/", base: "a" }, { dir: "/x/", base: "a" }]) {
  show("format " + JSON.stringify(parts), () => path.format(parts));
}
show("constants", () => [path.sep, path.delimiter, path.posix === posix, all.join === join, all.default === path, path.posix.posix === posix]);
for (const name of ["dirname", "basename", "extname", "normalize", "isAbsolute", "parse", "join", "resolve"]) show(name, () => path[name](5));
show("relative", () => path.relative("a", null));
show("basename", () => path.basename("a", 5));
