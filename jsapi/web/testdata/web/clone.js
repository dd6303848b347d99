// structuredClone.
class Point {
  constructor() {
    this.x = 1;
  }
  get y() {
    return 2;
  }
}
const clone = structuredClone;
const types = (v) => (v === null || typeof v !== "object" ? typeof v : v.constructor ? v.constructor.name : "none");
show("primitives", () => [1, -0, "s", true, null, undefined, 10n].map(clone));
show("instance", () => [types(clone(new Point())), clone(new Point())]);
show("accessor", () => clone({ get a() { return 5; } }));
show("accessor throws", () => clone({ get a() { throw new TypeError("mine"); } }));
show("symbol keys are left out", () => Object.getOwnPropertySymbols(clone({ [Symbol("k")]: 1 })).length);
show("not enumerable", () => Object.keys(clone(Object.defineProperty({}, "x", { value: 1 }))));
show("key order", () => Object.keys(clone({ b: 1, a: 2, 10: 3, 2: 4 })));
show("__proto__ as a key", () => Object.keys(clone(JSON.parse('{"__proto__":{"a":1},"b":2}'))));
show("boxed", () => [new Number(1), new String("s"), new Boolean(false), Object(5n)].map((v) => types(clone(v)) + " " + clone(v).valueOf()));
show("sparse", () => {
  const list = [1, , 3];
  list.extra = "e";
  list.length = 5;
  const copy = clone(list);
  return [copy.length, 1 in copy, copy.extra, Object.keys(copy)];
});
show("regexp", () => {
  const re = /a+b/gi;
  re.lastIndex = 3;
  const copy = clone(re);
  return [types(copy), copy.source, copy.flags, copy.lastIndex, copy.test("xAAB")];
});
show("date", () => [clone(new Date(5)).getTime(), clone(new Date(NaN)).getTime(), types(clone(new Date(5)))]);
show("map", () => {
  const map = new Map([[{ a: 1 }, new Set([1, "x"])], ["k", NaN]]);
  map.extra = 1;
  const copy = clone(map);
  return [types(copy), JSON.stringify([...copy.keys()]), [...copy.values()].map(types), copy.extra, [...[...copy.values()][0]]];
});
show("set keeps identity", () => {
  const o = {};
  const copy = clone({ set: new Set([o]), o });
  return copy.set.has(copy.o);
});
show("map in itself", () => {
  const map = new Map();
  map.set("me", map);
  const copy = clone(map);
  return [copy.get("me") === copy, copy !== map];
});
show("cycles", () => {
  const o = { list: [] };
  o.self = o;
  o.list.push(o, o.list);
  const copy = clone(o);
  return [copy.self === copy, copy.list[0] === copy, copy.list[1] === copy.list, copy !== o];
});
for (const Class of [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError]) {
  show("error", () => {
    const error = new Class("m", { cause: { a: 1 } });
    error.code = "LOST";
    const copy = clone(error);
    return [types(copy), copy instanceof Class, copy.message, copy.cause, copy.code, copy.stack === error.stack, Object.keys(copy)];
  });
}
show("own error class", () => {
  class Mine extends Error {
    constructor(m) {
      super(m);
      this.name = "Mine";
    }
  }
  const copy = clone(new Mine("q"));
  return [types(copy), copy.name, copy.message, copy instanceof Error];
});
show("bytes", () => {
  const buffer = new ArrayBuffer(8);
  new Uint8Array(buffer).set([1, 2, 3, 4, 5, 6, 7, 8]);
  const o = { u: new Uint8Array(buffer, 2, 3), d: new DataView(buffer, 1, 4), f: new Int16Array(buffer), buffer };
  const copy = clone(o);
  copy.u[0] = 99;
  return [copy.u.buffer === copy.buffer, copy.d.buffer === copy.buffer, copy.u, copy.f, copy.d.getUint8(1), copy.d.byteLength, o.u, types(copy.f)];
});
for (const Class of [Int8Array, Uint8ClampedArray, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array]) {
  show(Class.name, () => clone(new Class(2)));
}
show("buffer", () => clone(Buffer.from("ab")));
show("transfer", () => {
  const buffer = new ArrayBuffer(8);
  const copy = clone({ buffer }, { transfer: [buffer] });
  return [copy.buffer.byteLength, buffer.byteLength];
});
show("not transferable", () => clone({}, { transfer: [{}] }));
show("options", () => clone({ a: 1 }, null));
show("options", () => clone({ a: 1 }, 5));
show("prototype is lost", () => clone(Object.create({ a: 1 }, { b: { value: 1, enumerable: true } })));
show("function", () => clone(() => 1));
show("async function", () => clone(async () => 1));
show("generator function", () => clone(function* f() {}));
show("generator", () => clone((function* () {})()));
show("iterator", () => clone(new Map().keys()));
show("arguments", () => clone((function () { return arguments; })()));
show("method", () => clone({ a: { f() {} } }));
show("class", () => clone(class A {}));
show("symbol", () => clone(Symbol("x")));
show("symbol inside", () => clone([Symbol("x")]));
show("promise", () => clone(Promise.resolve()));
show("weak map", () => clone({ a: new WeakMap() }));
show("weak set", () => clone(new WeakSet()));
show("weak ref", () => clone(new WeakRef({})));
show("proxy", () => clone(new Proxy({}, {})));
show("is a DOMException", () => {
  try {
    clone(() => 1);
  } catch (error) {
    return [error instanceof DOMException, error instanceof Error, error.code, error.constructor.name];
  }
});
