// This file compares values deeply, strictly and loosely, for node:assert and node:util.

const { kind } = __hitlrun.node.util;
const URLs = (globalThis as any).URL;
const own = Object.prototype.hasOwnProperty;
const enumerable = Object.prototype.propertyIsEnumerable;

type Pairs = Map<object, object>;

/** Compares a and b. seen has the pairs that are being compared: a pair inside of itself is equal if the rest is. */
export function deepEqual(a: any, b: any, strict: boolean, seen: Pairs = new Map()): boolean {
  if (a === b) return a !== 0 || !strict || Object.is(a, b);
  const simpleA = a === null || typeof a !== "object";
  const simpleB = b === null || typeof b !== "object";
  if (simpleA || simpleB) {
    if (strict) return Object.is(a, b);
    return simpleA && simpleB && (a == b || (a !== a && b !== b));
  }
  if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const type = kind(a);
  if (type !== kind(b) || Object.prototype.toString.call(a) !== Object.prototype.toString.call(b)) return false;
  if (!sameInside(a, b, type, strict) || (a instanceof URLs && (!(b instanceof URLs) || a.href !== b.href))) return false;
  if (seen.has(a)) return seen.get(a) === b;
  seen.set(a, b);
  const equal = sameProperties(a, b, strict, seen) && sameEntries(a, b, type, strict, seen);
  seen.delete(a);
  return equal;
}

/** Compares what objects have besides properties and entries. */
function sameInside(a: any, b: any, type: string, strict: boolean): boolean {
  switch (type) {
    case "Array":
      return a.length === b.length;
    case "Date":
      return Date.prototype.getTime.call(a) === Date.prototype.getTime.call(b); // two invalid dates are not equal
    case "RegExp":
      return a.source === b.source && a.flags === b.flags && a.lastIndex === b.lastIndex;
    case "Error":
      return a.message === b.message && a.name === b.name && deepEqual(a.cause, b.cause, strict) && deepEqual(a.errors, b.errors, strict);
    case "Number":
    case "String":
    case "Boolean":
    case "BigInt":
      return Object.is(a.valueOf(), b.valueOf());
    case "Map":
    case "Set":
      return a.size === b.size;
    case "ArrayBuffer":
      return sameBytes(new Uint8Array(a), new Uint8Array(b), strict);
    case "DataView":
      return sameBytes(new Uint8Array(a.buffer, a.byteOffset, a.byteLength), new Uint8Array(b.buffer, b.byteOffset, b.byteLength), strict);
  }
  return !ArrayBuffer.isView(a) || sameBytes(a, b, strict);
}

function sameBytes(a: any, b: any, strict: boolean): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (strict ? !Object.is(a[i], b[i]) : a[i] !== b[i]) return false;
  }
  return true;
}

function sameProperties(a: any, b: any, strict: boolean, seen: Pairs): boolean {
  const skipIndexes = ArrayBuffer.isView(a);
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!own.call(b, key)) return false;
  if (strict) {
    const symbols = Object.getOwnPropertySymbols(a).filter((symbol) => enumerable.call(a, symbol));
    const others = Object.getOwnPropertySymbols(b).filter((symbol) => enumerable.call(b, symbol));
    if (symbols.length !== others.length) return false;
    for (const symbol of symbols) if (!enumerable.call(b, symbol) || !deepEqual(a[symbol], b[symbol], strict, seen)) return false;
  }
  for (const key of keys) {
    if (skipIndexes && /^\d+$/.test(key)) continue;
    if (!deepEqual(a[key], b[key], strict, seen)) return false;
  }
  return true;
}

function sameEntries(a: any, b: any, type: string, strict: boolean, seen: Pairs): boolean {
  if (type === "Set") {
    return matched([...a].filter((item) => !b.has(item)), [...b].filter((item) => !a.has(item)), (x, y) => deepEqual(x, y, strict, seen));
  }
  if (type !== "Map") return true;
  const same = (x: any, y: any) => deepEqual(x[0], y[0], strict, seen) && deepEqual(x[1], y[1], strict, seen);
  const restA: any[][] = [];
  for (const entry of a) {
    if (!b.has(entry[0])) restA.push(entry);
    else if (!deepEqual(entry[1], b.get(entry[0]), strict, seen)) {
      if (strict && (typeof entry[0] !== "object" || entry[0] === null)) return false;
      restA.push(entry);
    }
  }
  const restB = [...b].filter((entry) => !a.has(entry[0]) || restA.some((each) => Object.is(each[0], entry[0])));
  return matched(restA, restB, same);
}

/** Reports whether each element of one list is equal to an element of the other, each of them used once. */
function matched(a: any[], b: any[], same: (x: any, y: any) => boolean): boolean {
  if (a.length !== b.length) return false;
  const rest = [...b];
  return a.every((item) => {
    const i = rest.findIndex((other) => same(item, other));
    if (i < 0) return false;
    rest.splice(i, 1);
    return true;
  });
}
