// Pins: glob, fast-glob and fs-extra: files of a folder
import os from "node:os";
import path from "node:path";
import fs from "fs-extra";
import { glob, globSync } from "glob";
import fg from "fast-glob";
const dir = await fs.mkdtemp(path.join(os.tmpdir(), "hitlrun-files-"));
await fs.outputFile(path.join(dir, "a/b/c.txt"), "c"); await fs.outputJson(path.join(dir, "a/x.json"), { x: 1 }); await fs.ensureDir(path.join(dir, "empty")); await fs.writeFile(path.join(dir, "top.js"), "1");
console.log((await glob("**/*.{txt,js}", { cwd: dir })).sort(), globSync("a/*", { cwd: dir }).sort(), (await glob("**", { cwd: dir, nodir: true, ignore: "**/*.js" })).sort());
console.log((await fg("**/*", { cwd: dir })).sort(), fg.sync(["*", "!top.js"], { cwd: dir, onlyFiles: false, deep: 1 }).sort(), (await fg("**/*.json", { cwd: dir, objectMode: true })).map((e) => e.name));
for await (const f of fg.stream("a/**", { cwd: dir })) console.log("stream", typeof f);
await fs.copy(path.join(dir, "a"), path.join(dir, "copy")); console.log((await fs.readdir(path.join(dir, "copy"))).sort(), await fs.readJson(path.join(dir, "copy/x.json")), await fs.pathExists(path.join(dir, "nope")));
await fs.move(path.join(dir, "copy"), path.join(dir, "moved")); await fs.emptyDir(path.join(dir, "a")); console.log((await fs.readdir(dir)).sort(), fs.readFileSync(path.join(dir, "moved/b/c.txt"), "utf8"));
await fs.remove(dir); console.log(fs.existsSync(dir));
