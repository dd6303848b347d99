// Deep equality, strict and loose.
import { deepEqual, deepStrictEqual } from "node:assert";

const check = (label, a, b) => {
  const same = (f, x, y) => {
    try {
      f(x, y);
      return true;
    } catch {
      return false;
    }
  };
  print(label, same(deepStrictEqual, a, b), same(deepStrictEqual, b, a), same(deepEqual, a, b), same(deepEqual, b, a));
};
class A { constructor(x) { this.x = x; } }
class B { constructor(x) { this.x = x; } }
const cycle = (n) => {
  const o = { n };
  o.self = o;
  return o;
};
const twisted = { n: 1 };
twisted.self = { n: 1, self: twisted };
const sym = Symbol("s");
const withExtra = (o, extra) => Object.assign(o, extra);
const hidden = (o) => Object.defineProperty(o, "hidden", { value: 1 });
for (const [label, a, b] of [
  ["numbers", 1, 1], ["number and text", 1, "1"], ["NaN", NaN, NaN], ["zeros", 0, -0], ["null and undefined", null, undefined], ["true and 1", true, 1], ["bigint", 1n, 1n], ["bigint and number", 1n, 1], ["text", "a", "b"], ["symbols", sym, Symbol("s")],
  ["objects", { a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }], ["missing key", { a: 1 }, { a: 1, b: undefined }], ["loose values", { a: 1 }, { a: "1" }], ["classes", new A(1), new B(1)], ["class and plain", new A(1), { x: 1 }], ["null prototype", Object.create(null), {}],
  ["arrays", [1, [2, 3]], [1, [2, 3]]], ["order", [1, 2], [2, 1]], ["length", [1], [1, 2]], ["hole", [1, , 2], [1, undefined, 2]], ["holes", [, 1], [, 1]], ["array and object", [], {}], ["array with a key", withExtra([1], { a: 1 }), [1]], ["array keys", withExtra([1], { a: 1 }), withExtra([1], { a: 1 })], ["array and array-like", [1], { 0: 1, length: 1 }],
  ["dates", new Date(1), new Date(1)], ["other dates", new Date(1), new Date(2)], ["invalid dates", new Date(NaN), new Date(NaN)], ["date and object", new Date(1), {}],
  ["regexps", /a/g, /a/g], ["flags", /a/g, /a/i], ["lastIndex", withExtra(/a/g, { lastIndex: 1 }), /a/g],
  ["errors", new Error("a"), new Error("a")], ["messages", new Error("a"), new Error("b")], ["error classes", new Error("a"), new TypeError("a")], ["causes", new Error("a", { cause: 1 }), new Error("a", { cause: 2 })], ["error keys", withExtra(new Error("a"), { code: 1 }), new Error("a")],
  ["boxed", Object(1), Object(1)], ["boxed others", Object(1), Object(2)], ["boxed and not", Object(1), 1], ["boxed text", Object("a"), Object("a")], ["boxed text differs", Object("a"), Object("b")],
  ["functions", () => 1, () => 1], ["same function", check, check], ["function and object", () => 1, {}],
  ["sets", new Set([1, 2]), new Set([2, 1])], ["sets of objects", new Set([{ a: 1 }, { a: 2 }]), new Set([{ a: 2 }, { a: 1 }])], ["sets differ", new Set([{ a: 1 }]), new Set([{ a: 2 }])], ["set sizes", new Set([1]), new Set([1, 2])], ["loose sets", new Set([1, "2"]), new Set(["1", 2])], ["sets with duplicates", new Set([{ a: 1 }, { a: 1 }]), new Set([{ a: 1 }, { a: 2 }])],
  ["maps", new Map([[1, { a: 1 }], [2, 3]]), new Map([[2, 3], [1, { a: 1 }]])], ["map values", new Map([[1, 2]]), new Map([[1, 3]])], ["maps of objects", new Map([[{ a: 1 }, 1], [{ b: 1 }, 2]]), new Map([[{ b: 1 }, 2], [{ a: 1 }, 1]])], ["map keys", new Map([[{ a: 1 }, 1]]), new Map([[{ a: 2 }, 1]])], ["loose maps", new Map([[1, "1"]]), new Map([["1", 1]])], ["undefined in maps", new Map([[1, undefined]]), new Map([[2, undefined]])], ["map and set", new Map(), new Set()], ["map keys swapped", new Map([[{ a: 1 }, 1], [{ a: 2 }, 2]]), new Map([[{ a: 1 }, 2], [{ a: 2 }, 1]])],
  ["typed arrays", new Uint8Array([1, 2]), new Uint8Array([1, 2])], ["typed arrays differ", new Uint8Array([1, 2]), new Uint8Array([1, 3])], ["typed kinds", new Uint8Array([1]), new Int8Array([1])], ["typed and array", new Uint8Array([1]), [1]], ["floats", new Float32Array([0]), new Float32Array([-0])], ["NaN floats", new Float64Array([NaN]), new Float64Array([NaN])], ["buffers", Buffer.from("a"), Buffer.from("a")], ["Buffer and Uint8Array", Buffer.from("a"), new Uint8Array([97])], ["ArrayBuffers", new Uint8Array([1]).buffer, new Uint8Array([1]).buffer], ["ArrayBuffers differ", new Uint8Array([1]).buffer, new Uint8Array([2]).buffer], ["views", new DataView(new ArrayBuffer(2)), new DataView(new ArrayBuffer(2))],
  ["symbol keys", { [sym]: 1 }, { [sym]: 1 }], ["symbol values", { [sym]: 1 }, { [sym]: 2 }], ["symbol key missing", { [sym]: 1 }, {}], ["hidden", hidden({}), {}],
  ["cycles", cycle(1), cycle(1)], ["cycles differ", cycle(1), cycle(2)], ["cycle and tree", cycle(1), { n: 1, self: { n: 1, self: {} } }],
  ["getters", { get a() { return 1; } }, { a: 1 }], ["tags", { [Symbol.toStringTag]: "x" }, {}], ["promises", Promise.resolve(1), Promise.resolve(1)], ["URLs", new URL("http://a"), new URL("http://a")],
]) check(label, a, b);
