// What old packages use of node:module.
import Module, { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const module = new Module("/some/where/file.js");
console.log({ ...module }, module instanceof Module, Object.keys(module), Module.Module === Module);
module._compile("exports.sum = require('node:path').sep + __filename + module.id; this.own = true; exports.top = typeof __dirname", "/some/where/file.js");
console.log(module.exports);
// require-from-string does this.
function requireFromString(code, filename) {
  const made = new Module(filename, undefined);
  made.filename = filename;
  made.paths = Module._nodeModulePaths(path.dirname(filename));
  made._compile(code, filename);
  return made.exports;
}
console.log(requireFromString("module.exports = class A { static n = 1 }", "/virtual.js").n, requireFromString("exports.f = (x) => x?.y", "/v2.js").f(null));
try {
  requireFromString("throw new Error('inside')", "/v3.js");
} catch (error) {
  console.log(error.message);
}
console.log(JSON.stringify(Module.wrap("code")), Module.wrapper.length, Object.keys(Module._extensions));
console.log(Module._nodeModulePaths("/a/node_modules/b"), Module._resolveLookupPaths("fs"), Module._load("fs") === createRequire(import.meta.url)("fs"));

const dir = fs.mkdtempSync(path.join(import.meta.dirname, "module-"));
try {
  fs.writeFileSync(path.join(dir, "part.js"), "exports.part = module.filename === __filename; exports.from = require('./data.json');");
  fs.writeFileSync(path.join(dir, "data.json"), '{"j": 1}');
  const parent = new Module(path.join(dir, "main.js"));
  parent.filename = path.join(dir, "main.js");
  console.log(Module._resolveFilename("./part", parent) === path.join(dir, "part.js"), Module._load("./part", parent), parent.require("./data").j);
  console.log(Module._findPath(path.join(dir, "part")) === path.join(dir, "part.js"), Module._findPath("part", [dir]) === path.join(dir, "part.js"), Module._findPath("none", [dir]));
  const loaded = new Module(path.join(dir, "part.js"));
  loaded.load(path.join(dir, "part.js"));
  console.log(loaded.exports, loaded.loaded, loaded.filename === path.join(dir, "part.js"));
  const json = new Module("x");
  Module._extensions[".json"](json, path.join(dir, "data.json"));
  console.log(json.exports);
  try {
    Module._resolveFilename("./none", parent);
  } catch (error) {
    console.log(error.code, error.message.split("\n")[0]);
  }
} finally {
  fs.rmSync(dir, { recursive: true });
}
const before = Module._load;
Module._load = (name) => `hooked ${name}`;
console.log(new Module("h").require("anything"));
Module._load = before;
const old = {};
Module.call(old, "called");
console.log(old.id, old.path);
