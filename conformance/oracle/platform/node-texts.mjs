// Pins: parseArgs, formatWithOptions, querystring with null separators, deep equality of URLs, consoles of streams, named imports of node:process
import assert from "node:assert";
import { Console } from "node:console";
import { cpuUsage, features, getegid, getuid, kill, ppid, release, title } from "node:process";
import qs from "node:querystring";
import { Writable } from "node:stream";
import util, { parseArgs } from "node:util";

console.log(...[cpuUsage, features, getegid, getuid, kill, ppid, release, title].map((value) => typeof value));
const attempt = (f) => {
  try {
    console.log(JSON.stringify(f()));
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const foo = { type: "string", short: "f" }, bar = { type: "boolean", short: "b" };
for (const config of [
  { args: ["--foo", "-b"], options: { foo, bar } }, { args: ["-f", "--bar"], options: { foo, bar } }, { args: ["--foo", "-5"], options: { foo }, strict: false }, { args: ["--foo=-5"], options: { foo } },
  { args: ["-f-5"], options: { foo } }, { args: ["--foo", "-"], options: { foo } }, { args: ["--foo", ""], options: { foo } }, { args: ["--foo"], options: { foo } }, { args: ["-bf", "v"], options: { foo, bar }, tokens: true },
  { args: ["--bar=1"], options: { bar } }, { args: ["--=x"], strict: false }, { args: ["--foo="], options: { foo } }, { args: ["x"] }, { args: "x" }, { options: { foo: { type: "x" } }, args: [] }, { options: { foo: { type: "string", short: "ab" } }, args: [] },
  { options: { foo: { type: "string", short: 1 } }, args: [] }, { options: { bar: { type: "boolean", default: "x" } }, args: [] }, { options: { foo: { type: "string", multiple: true, default: "x" } }, args: [] },
  { options: { foo: { type: "string", multiple: true, default: ["x"] } }, args: [] }, { options: { foo: { type: "string", multiple: true, default: ["x", 1] } }, args: [] }, { options: { foo: { type: "string", multiple: 1 } }, args: [] },
  { args: ["--x=1", "-y", "--z", "w", "--", "q"], strict: false, tokens: true }, { args: ["--zz"], allowPositionals: true }, { args: [], strict: "x" },
]) attempt(() => parseArgs(config));

const fwo = (...args) => attempt(() => util.formatWithOptions(...args));
fwo({ colors: true }, "%j %o %O %s %d", { a: 1 }, { b: 1 }, { c: 1 }, { d: 1 }, { e: 1 });
fwo({ colors: true }, 5, "x", null, [1], "s");
fwo({ compact: false }, { a: 1 }, "x", 5);
fwo({ depth: 0 }, "%O", { a: { b: {} } });
fwo({}, "%s %i %f %% %c x", "a", 3.7, "2.5", "css");
fwo(null, "x");

for (const text of ["a=1&b=2&a=3", "a=%zz", "a=😀%zz", "a=%F0%9F%98%80%zz", "%", "a=%E4%B8", "é%zz&%C3%A9=%"]) attempt(() => qs.parse(text));
attempt(() => [qs.parse("a=1&b=2&c=3", null, null, { maxKeys: 2 }), qs.parse("a:1;b:2", ";", ":"), qs.parse("a=1", "", ""), qs.parse("a=1", null, null, null)]);
attempt(() => [qs.stringify({ a: 1, b: [1, 2] }, null, null), qs.stringify({ a: 1, b: 2 }, ";", ":"), qs.stringify({ a: 1 }, "", "", null)]);
attempt(() => [qs.unescape("a%20%zz%E4"), qs.unescapeBuffer("a%20b%zz").toString()]);

const equal = (a, b) => [util.isDeepStrictEqual(a, b), ["deepEqual", "deepStrictEqual"].map((name) => { try { assert[name](a, b); return true; } catch { return false; } })];
console.log(equal(new URL("http://a/x"), new URL("http://b/x")), equal(new URL("http://a/x"), new URL("http://a/x")), equal([new URL("http://a/x?1")], [new URL("http://a/x?2")]), equal(new URL("http://a"), {}));

const into = (list) => new Writable({ write(chunk, encoding, done) { list.push(`${chunk}`); done(); } });
const out = [], err = [];
const c = new Console(into(out), into(err));
c.log("%s", 1, { a: { b: { c: { d: 1 } } } });
c.info("i"), c.debug("d"), c.warn("w"), c.error("e %d", 3);
c.table([{ a: 1, b: 2 }, { a: 3 }], ["a"]), c.table(5);
c.assert(true, "x"), c.assert(false), c.assert(false, "m %s", 1), c.assert(false, { a: 1 });
c.count(), c.count("z"), c.count(), c.countReset(), c.count();
c.group("g", "h"), c.log("in\nx"), c.groupCollapsed("k"), c.warn("deep"), c.groupEnd(), c.log("back"), c.groupEnd(), c.groupEnd(), c.log("out");
c.dir({ a: { b: { c: {} } } }, { depth: 0 }), c.dirxml({ a: 1 }, [2]), c.trace("tr"), c.log(), c.log(""), c.clear();
c.time("t"), c.timeLog("t", 1, "two"), c.timeEnd("t");
console.log(out.map((line) => line.replace(/[\d.]+m?s\b/, "TIME")), err.map((line) => line.replace(/\n    at .*/gs, " AT")));
const nested = [];
const d = new Console({ stdout: into(nested), inspectOptions: { depth: 0, compact: false }, groupIndentation: 4 });
d.group(), d.log({ a: { b: 1 } }), d.error("err"), d.dir({ a: { b: 1 } });
const colored = [];
new Console({ stdout: into(colored), colorMode: true }).log({ a: 1 }, "x", [1]);
console.log(nested, colored, Object.keys(c).join());
for (const options of [{}, undefined, { stdout: process.stdout, stderr: {} }, { stdout: process.stdout, groupIndentation: -1 }, { stdout: process.stdout, colorMode: "x" }, { stdout: process.stdout, inspectOptions: 3 }, { stdout: process.stdout, colorMode: true, inspectOptions: { colors: true } }]) {
  attempt(() => typeof new Console(options));
}
class Mine extends Console {
  hi() { this.log("hi"); }
}
const mine = [];
new Mine(into(mine)).hi();
new Console(new Writable({ write(chunk, encoding, done) { done(new Error("no")); } })).log("lost");
const { log } = new Console(into(mine));
log("unbound");
console.log(mine);
