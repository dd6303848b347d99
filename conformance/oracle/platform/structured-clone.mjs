// Pins: structuredClone copies dates, maps, sets, cycles and typed arrays, and refuses functions
const cycle = { name: "c" };
cycle.self = cycle;
const copy = structuredClone(cycle);
console.log(copy, copy.self === copy, copy !== cycle);
console.log(structuredClone({ d: new Date(0), m: new Map([["k", new Set([1, 2])]]), b: new Uint8Array([1, 2]), r: /x/gi, u: undefined, n: null, big: 10n }));
class Point {
  constructor(x) {
    this.x = x;
  }
}
console.log(structuredClone(new Point(3)));
try {
  structuredClone({ f() {} });
} catch (e) {
  console.log(e.name, e instanceof DOMException, e.message.endsWith(" could not be cloned."));
}
const error = structuredClone(new RangeError("far"));
console.log(error instanceof RangeError, error.name, error.message);
