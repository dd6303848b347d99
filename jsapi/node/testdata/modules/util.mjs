// node:util.
import util, { callbackify, deprecate, format, inherits, inspect, isDeepStrictEqual, parseArgs, promisify, stripVTControlCharacters, types } from "node:util";
import * as named from "node:util/types";
import { EventEmitter } from "node:events";

show("inspect", () => [inspect({ a: [1, { b: { c: {} } }] }), inspect("s"), inspect(new Map([[1, 2]])), inspect({ a: { b: 1 } }, { depth: 0 }), inspect({ a: { b: 1 } }, false, 0), inspect.custom === Symbol.for("nodejs.util.inspect.custom")]);
show("inspect classes", () => [inspect(new URL("http://a/?b")), inspect(new URLSearchParams("a=1")), inspect(AbortSignal.abort()), inspect(new AbortController()), inspect(Buffer.from("ab")), inspect({ u: new URLSearchParams("a=1&b=2") }), inspect(new EventTarget()), inspect(new TextDecoder())]);
show("inspect custom", () => inspect({ [inspect.custom]: (depth, options, f) => f("x", options) + depth }));
show("inspect defaults", () => {
  inspect.defaultOptions.depth = 0;
  const flat = inspect({ a: { b: 1 } });
  inspect.defaultOptions.depth = 2;
  return [flat, inspect({ a: { b: 1 } })];
});
show("format", () => [format("%s %d %i %j %o %%", "a", 1.5, 2.7, { x: 1 }, [1]), format("a", { b: 1 }), format(1, 2)]);
show("strip", () => stripVTControlCharacters("\u001b[31mred\u001b[0m\u001b]8;;http://x\u0007link\u001b]8;;\u0007"));
const samples = {
  date: new Date(), regexp: /a/, error: new TypeError("x"), promise: Promise.resolve(), proxy: new Proxy({}, {}), map: new Map(), set: new Set(),
  weakMap: new WeakMap(), weakSet: new WeakSet(), mapIterator: new Map().keys(), setIterator: new Set().values(), generator: (function* () {})(),
  asyncFunction: async () => {}, generatorFunction: function* () {}, buffer: new ArrayBuffer(1), view: new DataView(new ArrayBuffer(1)),
  number: Object(1), string: Object("s"), boolean: Object(true), bigint: Object(1n), symbol: Object(Symbol()), u8: new Uint8Array(1), f64: new Float64Array(1),
  big: new BigInt64Array(1), node: Buffer.from("a"), plain: {}, array: [], nothing: null, text: "s", args: (function () { return arguments; })(),
  fakeMap: Object.create(Map.prototype), faked: { [Symbol.toStringTag]: "Map" }, subclass: new (class extends Map {})(), fn: () => {},
};
for (const name of Object.keys(named)) if (!["default", "isCryptoKey", "isKeyObject"].includes(name)) show(name, () => Object.keys(samples).filter((key) => types[name](samples[key])));
show("inherits", () => {
  function Child() {}
  inherits(Child, EventEmitter);
  return [new Child() instanceof EventEmitter, Child.super_ === EventEmitter, Object.keys(Child)];
});
show("isDeepStrictEqual", () => [isDeepStrictEqual({ a: [1] }, { a: [1] }), isDeepStrictEqual({ a: 1 }, { a: "1" })]);
show("deprecate", () => {
  const f = deprecate((a, b) => a + b, "old thing", "DEP1");
  const g = deprecate(() => 1, "other thing", "DEP1");
  return [f(1, 2), f(3, 4), g()];
});
show("deprecated class", () => {
  class A {
    constructor(x) {
      this.x = x;
    }
  }
  const Old = deprecate(A, "old class");
  const a = new Old(5);
  return [a.x, a instanceof A];
});
const args = (list, config) => show(list.join(" "), () => {
  const { values, positionals, tokens } = parseArgs({ args: list, ...config });
  return [{ ...values }, positionals, tokens];
});
const options = { verbose: { type: "boolean", short: "v" }, name: { type: "string", short: "n" }, tag: { type: "string", multiple: true, short: "t" }, level: { type: "string", default: "low" } };
args(["-v", "--name", "x", "--tag=a", "-t", "b"], { options });
args(["-vnx"], { options });
args(["--name="], { options });
args(["-n", "y", "pos", "--", "-v"], { options, allowPositionals: true });
args(["pos"], { options });
args(["--unknown"], { options });
args(["-x"], { options, allowPositionals: true });
args(["--name"], { options });
args(["--verbose=1"], { options });
args(["--unknown", "--more=5", "pos"], { options, strict: false });
args(["--no-verbose"], { options, strict: false });
args(["-v", "a", "--name", "b"], { options, allowPositionals: true, tokens: true });
args([], { options: { a: { type: "number" } } });
show("callbackify wrong", () => callbackify(5));
show("promisify wrong", () => promisify(5));

const main = async () => {
  await shows("promisify", () => promisify((a, b, done) => done(null, a + b))(1, 2));
  await shows("promisify rejects", () => promisify((done) => done(new TypeError("no")))());
  await shows("promisify this", () => {
    const o = { n: 5, f(done) { done(null, this.n); } };
    o.g = promisify(o.f);
    return o.g();
  });
  await shows("promisify custom", () => {
    const f = () => {};
    f[promisify.custom] = async () => "custom";
    return promisify(f)();
  });
  show("promisify keeps", () => {
    function named(a, b) {}
    named.extra = 1;
    const p = promisify(named);
    return [p.name, p.length, p.extra];
  });
  await shows("callbackify", () => new Promise((resolve) => {
    const f = callbackify(async (x) => x * 2);
    f(4, (error, value) => resolve([error, value, f.length, f.name]));
  }));
  await shows("callbackify rejects", () => new Promise((resolve) => callbackify(async () => { throw new RangeError("r"); })((error) => resolve(error))));
  await shows("callbackify falsy", () => new Promise((resolve) => callbackify(() => Promise.reject(null))((error) => resolve([error.code, error.message, error.reason]))));
  show("exports", () => [util.types === types, util.inspect === inspect, util.TextEncoder === TextEncoder]);
};
main();
