// Pins: a Buffer is printed with its properties that are no bytes; a decoder of UTF-16 leaves out half of a unit at the end; file URLs of paths
import util from "node:util";
import { StringDecoder } from "node:string_decoder";
import { pathToFileURL } from "node:url";
const b = Buffer.from("abc");
Object.assign(b, { extra: 1, [Symbol("x")]: { a: { b: { c: { d: 1 } } } }, 5: 3, other: Buffer.from("x") });
console.log(b, [b], { o: { o: { b } } }, util.inspect(b, { colors: true, depth: 0 }), util.format("%o|%O|%s|%j", b, b, b, b));
const empty = Buffer.alloc(0);
empty.x = "é";
Object.defineProperty(empty, "hidden", { value: 5 });
Object.defineProperty(empty, "read", { get: () => 7, enumerable: true });
console.log(empty, util.inspect(empty, { showHidden: true }));
const long = Buffer.alloc(60);
long.x = 1;
console.log(long, util.inspect.defaultOptions.breakLength);
for (const bytes of [[0x61], [0x61, 0, 0x61], [0x3d, 0xd8, 0, 0xde, 0x61, 0]]) {
  for (let i = 0; i < bytes.length; i += 2) {
    const d = new StringDecoder("utf16le");
    console.log(JSON.stringify([d.write(Buffer.from(bytes.slice(0, i))), d.write(Buffer.from(bytes.slice(i))), d.end(), d.end(), d.end(Buffer.from("é", "utf16le"))]));
  }
}
const here = pathToFileURL(process.cwd()).href;
for (const path of ["/a//b", "/a/", "/a/../b/", "/a/%2e%2e/c d", "//x", "/a//", "rel/x", "./y", "", "/ü", "/a?b#c", "/a\\b", "/a/."]) console.log(pathToFileURL(path).href.replace(here, "HERE"));
