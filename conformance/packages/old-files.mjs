// Pins: packages that call fs.ReadStream without new, watch files, or require files by names known at run time: graceful-fs, fs-extra, chokidar, memfs, require-directory, require-all, import-fresh, config, i18next-fs-backend, moment with locales
import { createRequire } from "node:module";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { watch } from "chokidar";
import fse from "fs-extra";
import gracefulFs from "graceful-fs";
import i18next from "i18next";
import Backend from "i18next-fs-backend";
import importFresh from "import-fresh";
import { fs as memory, vol } from "memfs";
import moment from "moment";
import requireFromString from "require-from-string";

const require = createRequire(import.meta.url);
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "old-"));
const at = (...names) => path.join(dir, ...names);

fs.writeFileSync(at("a.txt"), "hello");
let text = "";
for await (const chunk of gracefulFs.createReadStream(at("a.txt"))) text += chunk;
await new Promise((resolve) => gracefulFs.createWriteStream(at("b.txt")).on("close", resolve).end("written"));
console.log(text, gracefulFs.readFileSync(at("b.txt"), "utf8"), gracefulFs.statSync(dir).isDirectory());

await fse.outputJson(at("x/y/z.json"), { a: 1 });
await fse.copy(at("x"), at("w"));
await fse.move(at("w"), at("v"));
fse.copySync(at("x"), at("u"));
console.log(await fse.readJson(at("v/y/z.json")), await fse.pathExists(at("none")), fs.readdirSync(dir).sort(), fs.readdirSync(at("u", "y")));
await fse.emptyDir(at("v"));
console.log(fs.readdirSync(at("v")));

const watcher = watch(at("v"), { ignoreInitial: true });
await new Promise((resolve) => watcher.on("ready", resolve));
const next = (event) => new Promise((resolve) => watcher.once(event, (file) => resolve(`${event} ${path.basename(file)}`)));
for (const [event, change] of [["add", () => fs.writeFileSync(at("v", "new.txt"), "1")], ["change", () => fs.writeFileSync(at("v", "new.txt"), "12345")], ["unlink", () => fs.unlinkSync(at("v", "new.txt"))]]) {
  const seen = next(event);
  change();
  console.log(await seen);
}
await watcher.close();

vol.fromJSON({ "/a/b.txt": "mem" });
console.log(memory.readFileSync("/a/b.txt", "utf8"), memory.statSync("/a/b.txt").isFile(), vol.toJSON());

fs.mkdirSync(at("parts", "in"), { recursive: true });
fs.writeFileSync(at("parts", "a.js"), "module.exports = 'A'");
fs.writeFileSync(at("parts", "in", "b.js"), "exports.b = require('../a')");
fs.writeFileSync(at("parts", "c.json"), '{"c":1}');
console.log(require("require-directory")({ filename: import.meta.filename, require, paths: [] }, at("parts")), require("require-all")(at("parts")));
console.log(importFresh(at("parts", "a.js")), requireFromString("module.exports = { sep: require('path').sep, f: __filename }", "/v/x.js"));

process.env.NODE_CONFIG_DIR = at("config");
fs.mkdirSync(at("config"));
fs.writeFileSync(at("config", "default.json"), '{"db":{"host":"h"}}');
fs.writeFileSync(at("config", "local.cjs"), "module.exports = { db: { port: 1 } }");
const { default: config } = await import("config");
console.log(config.get("db.host"), config.get("db.port"), config.has("x"));

for (const [language, hi] of [["en", "Hi"], ["de", "Hallo"]]) fse.outputJsonSync(at("locales", language, "t.json"), { hi: `${hi} {{name}}` });
await i18next.use(Backend).init({ lng: "de", fallbackLng: "en", ns: ["t"], defaultNS: "t", preload: ["en", "de"], backend: { loadPath: at("locales/{{lng}}/{{ns}}.json") } });
console.log(i18next.t("hi", { name: "Bob" }), i18next.getFixedT("en")("hi", { name: "x" }));

console.log(moment.locale("de"), moment.utc("2020-02-03").format("LLLL"), moment.utc("2020-02-03").locale("fr").format("LL"), moment.locale("none"));
await fse.remove(dir);
console.log(fs.existsSync(dir));
