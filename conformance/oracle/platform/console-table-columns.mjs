// Pins: the columns of console.table: their order and width, rows that are no objects, columns that are named, colours; a URL below the depth
import { Console } from "node:console";
import { PassThrough } from "node:stream";
console.table([{ name: "日本", n: 1 }, { name: "😀 x", n: 22 }, { name: "é", n: "e\u0301" }]);
console.table({ "日": { b: 1, 10: 2 }, a: { 2: "x", b: 2 }, c: 5 });
console.table([{ a: 1, b: 2, c: 3 }, 5, { b: 1 }, null, () => {}], ["c", "a", "none"]);
console.table([1, "x"], ["a"]);
console.table([], ["a"]);
console.table([{ o: { a: 1, b: 2, c: 3 }, l: [1, 2, 3, 4], f: Object.assign(() => {}, { a: 1, b: 2, c: 3 }) }]);
console.table(new Map([["日", { a: 1 }], [{ b: 1 }, 2]]));
console.table(new Set(["x", [1]]));
const out = new PassThrough();
const colored = new Console({ stdout: out, colorMode: true, inspectOptions: { depth: 1 } });
colored.table([{ a: 1, b: "x", c: { d: { e: 1 } } }]);
colored.table(new Set([true]));
console.log(JSON.stringify(out.read().toString()));
console.log({ a: { b: { url: new URL("http://x/y"), other: { d: 1 } } } }, [[[new URL("http://x/")]]]);
