// Pins: tar, tar-stream, jszip and fflate: files into archives and out of them, in memory and on disk
import { gunzipSync, gzipSync, strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import JSZip from "jszip";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as tar from "tar";
import stream from "tar-stream";

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "archives-"));
fs.mkdirSync(path.join(dir, "in"));
fs.writeFileSync(path.join(dir, "in", "a.txt"), "hello");
const file = path.join(dir, "x.tgz");
await tar.create({ gzip: true, file, cwd: dir }, ["in"]);
const list = [];
await tar.list({ file, onReadEntry: (entry) => list.push([entry.path, entry.size]) });
fs.mkdirSync(path.join(dir, "out"));
await tar.extract({ file, cwd: path.join(dir, "out") });
console.log(list, fs.readFileSync(path.join(dir, "out", "in", "a.txt"), "utf8"));
fs.rmSync(dir, { recursive: true });

const pack = stream.pack(), extract = stream.extract();
pack.entry({ name: "a.txt", mtime: new Date(0) }, "hello");
pack.entry({ name: "d/b.txt", mtime: new Date(0) }, "x");
pack.finalize();
extract.on("entry", (header, entry, next) => {
  let text = "";
  entry.on("data", (data) => (text += data));
  entry.on("end", () => { console.log(header.name, header.size, text); next(); });
});
pack.pipe(extract);
await new Promise((done) => extract.on("finish", done));

const zip = new JSZip();
zip.file("a.txt", "hello ü");
zip.folder("d").file("b.bin", new Uint8Array([1, 2]));
const loaded = await JSZip.loadAsync(await zip.generateAsync({ type: "nodebuffer", compression: "DEFLATE" }));
console.log(Object.keys(loaded.files), await loaded.file("a.txt").async("string"), await loaded.file("d/b.bin").async("uint8array"));
console.log(strFromU8(gunzipSync(gzipSync(strToU8("hello")))), strFromU8(unzipSync(zipSync({ "a.txt": strToU8("x") }))["a.txt"]));
