// Pins: newer parts of the language that scripts use: groups, at, findLast, flat, structured errors, iterators, regular expressions
console.log([1, 2, 3].at(-1), [1, 2, 3].findLast((x) => x < 3), [3, 1, 2].toSorted(), [1, 2].with(0, 9), [1, 2, 3].toSpliced(1, 1), [1, [2, [3]]].flat(Infinity));
console.log(Object.fromEntries([["a", 1]]), Object.hasOwn({ a: 1 }, "a"));
console.log("a-b-c".replaceAll("-", "+"), "x".padStart(3, "ab"), "abc".at(-1), [..."a1b2".matchAll(/[a-z](\d)/g)].map((m) => m[1]), "2024-01-02".match(/(?<y>\d+)-(?<m>\d+)/).groups.y);
console.log("\u{1F600}".length, [..."😀x"].length, "ǆ".normalize("NFKD").length, /\p{Lu}/u.test("É"), /(?<=a)b/.test("ab"), "aBc".replace(/b/i, (m) => `<${m}>`));
label: for (const i of [1, 2]) {
  for (const j of [1, 2]) {
    if (j === 2) continue label;
    console.log(i, j);
  }
}
const { a, ...rest } = { a: 1, b: 2, c: 3 };
let x = null;
x ??= 5;
x ||= 6;
x &&= 7;
console.log(a, rest, x, 2 ** 10, 10n ** 20n, 1_000, 0b11, 0o17, typeof 1n, null ?? "d", undefined?.x, (void 0)?.[0]);
class P {
  static #count = 0;
  static { P.#count = 10; }
  #v = 1;
  static next() { return ++P.#count; }
  has(o) { return #v in o; }
}
console.log(P.next(), new P().has(new P()), new P().has({}));
async function* numbers() {
  yield 1;
  yield* [2, 3];
  return 4;
}
const seen = [];
for await (const n of numbers()) seen.push(n);
for await (const n of [Promise.resolve("p"), "q"]) seen.push(n);
console.log(seen, [...(function* () { const r = yield 1; yield r; })()], new Error("x", { cause: "y" }).cause);
console.log([1, 2, 3, 4].findLastIndex((v) => v % 2), Array.from({ length: 3 }, (_, i) => i * i), new Set([1, 2]).has(2), [...new Map([[1, 2]]).entries()], Symbol("d").description, Number.isSafeInteger(2 ** 53), Math.trunc(-1.5), Math.hypot(3, 4), Math.cbrt(27), (25).toString(36), parseInt("12px"), (1.005).toFixed(2), (1e21).toLocaleString === undefined);
const proxy = new Proxy({}, { get: (_, k) => `got ${String(k)}`, has: () => true });
console.log(proxy.anything, "x" in proxy, Reflect.ownKeys({ b: 1, a: 2, 1: 3 }), JSON.stringify({ u: undefined, f() {}, d: new Date(0), n: NaN, nested: { toJSON: () => "j" } }), JSON.stringify([undefined, () => 1]), JSON.stringify({ a: [1, { b: 2 }] }, null, 2));
const wr = new WeakRef({ a: 1 });
console.log(wr.deref(), globalThis.structuredClone === structuredClone, [3, 20, 100].sort(), ["b", undefined, "a"].sort(), [1, 2, 3].includes(NaN), [NaN].includes(NaN), Object.is(-0, 0));
