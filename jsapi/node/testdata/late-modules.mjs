// require() of files whose names are only known at run time.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const dir = fs.mkdtempSync(path.join(import.meta.dirname, "late-"));
const write = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
  fs.writeFileSync(path.join(dir, name), text);
};
write("a.js", `const s = require("./shared"); console.log("a runs", module.filename === __filename, this === exports);
exports.name = require("path").basename(__filename); exports.same = (o) => o === s; exports.load = (name) => require("./" + name);`);
write("shared.js", `console.log("shared runs"); module.exports = { n: 1 };`);
write("sub/index.js", `"use strict"; module.exports = "index of " + require("./thing");`);
write("sub/thing.js", `#!/usr/bin/env node\nmodule.exports = "thing"; async function* g() { yield* [1]; }; module.exports += /\\p{L}+/u.test("é");`);
write("data.json", `{"j": 1}`);
write("bad.json", `{"j": `);
write("cycle1.js", `exports.a = 1; const c = require("./cycle2"); exports.done = c.saw;`);
write("cycle2.js", `exports.saw = require("./cycle1").a;`);
write("throws.js", `globalThis.tries = (globalThis.tries || 0) + 1; throw new Error("while loading " + tries);`);
write("node_modules/pkg/package.json", `{ "name": "pkg", "exports": { ".": "./main.js", "./inner": "./lib/inner.js" } }`);
write("node_modules/pkg/main.js", `exports.pkg = require("./lib/inner");`);
write("node_modules/pkg/lib/inner.js", `module.exports = "inner";`);

const load = createRequire(path.join(dir, "main.js"));
const say = (name) => {
  try {
    const found = load(name);
    console.log(name, found, Object.keys(found).length);
  } catch (error) {
    console.log(name, error.name, error.code, error.message.split("\n")[0].replaceAll(dir, "DIR").replace(/JSON.*/, "JSON"));
  }
};
try {
  console.log(load("./a").name, load("./a.js") === load(path.join(dir, "a")), load("./a").same(load("./shared.js")));
  console.log(load("./a").load("sub"), load("./a").load("data.json"));
  for (const name of ["./sub", "./sub/", "./data", "./cycle1", "pkg", "pkg/inner", "pkg/lib/inner.js", "./none", "nopkg", "./throws", "./throws"]) {
    say(name);
  }
  console.log(load("./bad.json") && 1);
} catch (error) {
  console.log(error.name, error.message.startsWith(path.join(dir, "bad.json")));
} finally {
  fs.rmSync(dir, { recursive: true });
}
console.log(load.resolve("fs"), load("node:fs").constants.O_RDWR, typeof load.cache);
for (const wrong of [1, "relative.js", undefined]) {
  try {
    createRequire(wrong);
  } catch (error) {
    console.log(error.code, error.message.split(".")[0]);
  }
}
