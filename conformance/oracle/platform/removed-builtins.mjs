// Pins: the platform works although a script has removed or replaced built-in functions
import util from "node:util";

const t = (name, f) => {
  try {
    console.log(name, f());
  } catch (e) {
    console.log(name, "throws", e.name, "|", e.message);
  }
};
const without = (object, key, f, value = undefined) => {
  const before = Object.getOwnPropertyDescriptor(object, key);
  delete object[key];
  if (value) object[key] = value;
  try {
    return f();
  } finally {
    Reflect.defineProperty(object, key, before);
  }
};
const map = new Map([[1, 2]]);
const weak = new WeakMap();
const set = new Set([3]);
t("map", () => without(Map.prototype, "set", () => structuredClone(map)));
t("set", () => without(Set.prototype, "add", () => structuredClone(set)));
t("entries", () => without(Map.prototype, Symbol.iterator, () => structuredClone(map).size));
t("next", () => without(Object.getPrototypeOf(map.entries()), "next", () => structuredClone(map).size));
t("date", () => without(Date.prototype, "valueOf", () => structuredClone(new Date(5)).getTime()));
const RealDate = Date;
class OtherDate extends Date {
  constructor() {
    super(77);
  }
}
t("other date", () => without(globalThis, "Date", () => structuredClone(new RealDate(5)).getTime(), OtherDate));
t("lookup", () => without(Object, "getOwnPropertyDescriptor", () => typeof { get a() { return 1; } }.__lookupGetter__("a")));
t("microtask", () => without(Promise.prototype, "then", () => queueMicrotask(() => {})));
t("bigint", () => without(globalThis, "BigInt", () => typeof process.hrtime.bigint()));
t("weak", () => without(globalThis, "WeakMap", () => util.inspect(weak)));
t("symbol", () => without(globalThis, "Symbol", () => typeof process.stdin));
for (const value of ["a".repeat(28), "a".repeat(29), "é€".repeat(20), "\u{1f600}".repeat(20), "it's", 'it\'s "x" <y>', () => {}, class A {}]) {
  t("received", () => AbortSignal.timeout(value));
}
t("no name", () => {
  const f = () => {};
  delete f.name;
  Object.setPrototypeOf(f, null);
  return AbortSignal.timeout(f);
});
