// Pins: a recursive readdir of names goes into the folders to which links lead, until the system refuses to follow more links; one of Dirents does not; fs.promises reads the folder that was found last first
import fs from "node:fs";
import fsp from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const top = fs.mkdtempSync(path.join(os.tmpdir(), "linked-"));
const at = (name) => path.join(top, name);
for (const name of ["a/b", "t/u"]) fs.mkdirSync(at(name), { recursive: true });
for (const name of ["a/b/f", "a/f2", "t/u/g"]) fs.writeFileSync(at(name), "");
for (const [target, name] of [["../t", "a/l"], ["none", "a/x"], ["f2", "a/y"]]) fs.symlinkSync(target, at(name));
console.log(fs.readdirSync(at("a"), { recursive: true }));
console.log(await fsp.readdir(at("a"), { recursive: true }));
console.log(await new Promise((resolve) => fs.readdir(at("a"), { recursive: true }, (error, names) => resolve(names))));
const shown = (entries) => entries.map((entry) => `${path.relative(top, entry.path)}/${entry.name} ${entry.isSymbolicLink()}`);
console.log(shown(fs.readdirSync(at("a"), { recursive: true, withFileTypes: true })));
console.log(shown(await fsp.readdir(at("a"), { recursive: true, withFileTypes: true })));
fs.symlinkSync("..", at("a/loop"));
console.log(fs.readdirSync(at("a"), { recursive: true }).length);
fs.rmSync(top, { recursive: true });
