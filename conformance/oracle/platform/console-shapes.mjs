// Pins: console.log of nested and odd values: depth, long lists, width, classes, symbols, getters, functions
class A {
  #private = 1;
  x = 1;
  get y() {
    return 2;
  }
  static s = 1;
}
console.log(new A(), A, class extends A {}, () => 1, function named() {}, async () => {}, function* gen() {});
console.log({ a: { b: { c: { d: 1 } } } }, [[[[1]]]], Array.from({ length: 120 }, (_, i) => i));
console.log([undefined, null, , 3], [, ,], Object.assign([1, 2], { extra: true }), new Array(3));
console.log({ "key with space": 1, valid_1: 2, 3: 4, [Symbol("s")]: 5, [Symbol.iterator]: 6, "": 7 });
console.log({ get a() { return 1; }, set a(v) {}, get b() { return 1; }, set c(v) {} });
console.log("a\nb", ["a\nb", "it's", 'say "hi"', "both ' and \"", "`all` ' \""], "x".repeat(20));
console.log(["x".repeat(80), "y".repeat(80)], { long: "z".repeat(120) });
console.log(Object.create(null), Object.create({ inherited: 1 }), Object.create(A.prototype), new (class extends Array {})(3), new (class Named extends Map {})([[1, 2]]));
console.log([1.0, -0, NaN, 1e21, 1e-7, 123456789012345680000n], true, Symbol("x"), Symbol.for("y"));
console.log(new Boolean(false), new Number(3), new String("text"), Object(Symbol("b")), Object(1n));
console.log("%s is %d years and %i, %f, %j %o %O %%", "Ann", 42.5, 42.5, "1.5", { a: 1 }, [1], { b: { c: {} } }, "extra", 1);
console.log("%c styled", "color: red", "%s no more");
console.log(new Map([[{ a: 1 }, new Set(["x"])]]), new WeakMap(), new WeakSet(), Promise.resolve(5), Promise.reject(new Error("x")).catch(() => {}) instanceof Promise, new Promise(() => {}));
console.log(new Date(NaN), [new Date(0)], /re/g, Buffer.from("hi"), new ArrayBuffer(4), new Uint16Array(3), new DataView(new ArrayBuffer(2)));
const circular = { name: "c", list: [] };
circular.self = circular;
circular.list.push(circular, { deep: circular });
console.log(circular);
console.log({ f() {}, g: class {}, h: Math.max, [Symbol.toStringTag]: "Tagged" });
console.log(globalThis === global, typeof globalThis, [Math, JSON, Reflect].map((o) => Object.prototype.toString.call(o)));
