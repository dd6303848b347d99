// This file has the serializers of node:v8. They write and read the format of V8.
import { extend } from "./classes";

const g: any = globalThis;
const { Buffer } = g;
const { kind } = __hitlrun.node.util;

const version = 15;
const code = (letter: string) => letter.charCodeAt(0);
/** The classes of views, by their numbers in the format of Node. */
const views: any[] = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, DataView, Buffer, g.BigInt64Array, g.BigUint64Array];
const viewLetters: Record<string, number> = { b: 0, B: 1, C: 2, w: 3, W: 4, d: 5, D: 6, f: 7, F: 8, "?": 9, q: 11, Q: 12 };
const flagLetters = ["g", "i", "m", "y", "u", "s", "d", "v"];
const errorLetters: Record<string, string> = { EvalError: "E", RangeError: "R", ReferenceError: "F", SyntaxError: "S", TypeError: "T", URIError: "U" };
const errorClasses: Record<string, any> = { E: EvalError, R: RangeError, F: ReferenceError, S: SyntaxError, T: TypeError, U: URIError };

const cloneError = (message: string): Error => new Error(message);

export function Serializer(this: any): any {
  if (!new.target) throw new TypeError("Class constructor Serializer cannot be invoked without `new`");
  Object.defineProperty(this, state, { value: { bytes: Buffer.alloc(64), length: 0, ids: new Map() } });
}
const state = Symbol("state");

/** Makes room for more bytes, and returns where they begin. */
function grow(s: any, more: number): number {
  if (s.length + more > s.bytes.length) {
    const larger = Buffer.alloc(Math.max(s.bytes.length * 2, s.length + more));
    s.bytes.copy(larger, 0, 0, s.length);
    s.bytes = larger;
  }
  s.length += more;
  return s.length - more;
}
function byte(s: any, value: number): void {
  const at = grow(s, 1); // before s.bytes is read, which it may replace
  s.bytes[at] = value;
}
function varint(s: any, value: number): void {
  for (; value >= 128; value = Math.floor(value / 128)) byte(s, (value % 128) | 128);
  byte(s, value);
}
function double(s: any, value: number): void {
  const at = grow(s, 8);
  s.bytes.writeDoubleLE(value, at);
  if (value !== value) s.bytes.set([0, 0, 0, 0, 0, 0, 0xf8, 0x7f], at); // one of the many forms of NaN
}
function raw(s: any, source: any): void {
  const at = grow(s, source.byteLength);
  s.bytes.set(new Uint8Array(source.buffer || source, source.byteOffset || 0, source.byteLength), at);
}
function string(s: any, text: string): void {
  if (/^[\0-\xff]*$/.test(text)) {
    byte(s, code('"'));
    varint(s, text.length);
    return raw(s, Buffer.from(text, "latin1"));
  }
  let size = 1;
  for (let n = text.length * 2; n >= 128; n = Math.floor(n / 128)) size++;
  if ((s.length + 1 + size) % 2 === 1) byte(s, 0);
  byte(s, code("c"));
  varint(s, text.length * 2);
  raw(s, Buffer.from(text, "utf16le"));
}
function bigint(s: any, value: bigint): void {
  const hex = (value < 0n ? -value : value).toString(16);
  const digits = value === 0n ? 0 : Math.ceil(hex.length / 16) * 8;
  varint(s, digits * 2 + (value < 0n ? 1 : 0));
  if (digits > 0) raw(s, Buffer.from(hex.padStart(digits * 2, "0"), "hex").reverse());
}
const isIndex = (key: string) => /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;

function number(s: any, value: number): void {
  if (value === (value | 0) && !Object.is(value, -0)) {
    byte(s, code("I"));
    return varint(s, value < 0 ? -2 * value - 1 : 2 * value);
  }
  byte(s, code("N"));
  double(s, value);
}

function write(self: any, value: any): void {
  const s = self[state];
  switch (typeof value) {
    case "undefined": return byte(s, code("_"));
    case "boolean": return byte(s, code(value ? "T" : "F"));
    case "number": return number(s, value);
    case "bigint":
      byte(s, code("Z"));
      return bigint(s, value);
    case "string": return string(s, value);
    case "symbol":
    case "function": throw cloneError(`${String(value)} could not be cloned.`);
  }
  if (value === null) return byte(s, code("0"));
  if (s.ids.has(value)) {
    byte(s, code("^"));
    return varint(s, s.ids.get(value));
  }
  if (ArrayBuffer.isView(value)) {
    s.ids.set(value, s.ids.size);
    byte(s, code("\\"));
    return self._writeHostObject(value);
  }
  s.ids.set(value, s.ids.size);
  writeObject(self, s, value);
}

function writeObject(self: any, s: any, value: any): void {
  if (Array.isArray(value)) return writeArray(self, s, value);
  switch (kind(value)) {
    case "Date":
      byte(s, code("D"));
      return double(s, value.getTime());
    case "Boolean": return byte(s, code(value.valueOf() ? "y" : "x"));
    case "Number":
      byte(s, code("n"));
      return double(s, value.valueOf());
    case "BigInt":
      byte(s, code("z"));
      return bigint(s, value.valueOf());
    case "String":
      byte(s, code("s"));
      return string(s, value.valueOf());
    case "RegExp":
      byte(s, code("R"));
      string(s, value.source);
      return varint(s, flagLetters.reduce((bits, letter, i) => bits + (value.flags.includes(letter) ? 2 ** i : 0), 0));
    case "Map": {
      byte(s, code(";"));
      const list = [...value].flat();
      for (let i = 0; i < value.size; i++) for (const one of [list[2 * i], list[2 * i + 1]]) write(self, one);
      byte(s, code(":"));
      return varint(s, value.size * 2);
    }
    case "Set":
      byte(s, code("'"));
      for (const one of [...value]) write(self, one);
      byte(s, code(","));
      return varint(s, value.size);
    case "ArrayBuffer":
      byte(s, code("B"));
      varint(s, value.byteLength);
      return raw(s, value);
    case "Error": return writeError(self, s, value);
    case "Promise":
    case "WeakMap":
    case "WeakSet":
    case "WeakRef":
    case "Proxy":
    case "Generator": throw cloneError(`#<${kind(value)}> could not be cloned.`);
  }
  byte(s, code("o"));
  const count = writeProperties(self, s, value, Object.keys(value));
  byte(s, code("{"));
  varint(s, count);
}

function writeProperties(self: any, s: any, value: any, keys: string[]): number {
  let count = 0;
  for (const key of keys) {
    if (!Object.hasOwn(value, key)) continue; // a getter has removed it
    if (isIndex(key)) number(s, Number(key));
    else string(s, key);
    write(self, value[key]);
    count++;
  }
  return count;
}

function writeArray(self: any, s: any, list: any[]): void {
  const keys = Object.keys(list);
  const others = keys.filter((key) => !isIndex(key));
  const dense = keys.length - others.length === list.length;
  byte(s, code(dense ? "A" : "a"));
  varint(s, list.length);
  if (dense) for (let i = 0; i < list.length; i++) write(self, list[i]);
  const count = writeProperties(self, s, list, dense ? others : keys);
  byte(s, code(dense ? "$" : "@"));
  varint(s, count);
  varint(s, list.length);
}

function writeError(self: any, s: any, error: any): void {
  byte(s, code("r"));
  const letter = errorLetters[`${error.name}`];
  if (letter) byte(s, code(letter));
  const message = Object.getOwnPropertyDescriptor(error, "message");
  if (message && "value" in message) {
    byte(s, code("m"));
    string(s, `${message.value}`);
  }
  if (Object.hasOwn(error, "cause")) {
    byte(s, code("c"));
    write(self, error.cause);
  }
  if (typeof error.stack === "string") {
    byte(s, code("s"));
    string(s, error.stack);
  }
  byte(s, code("."));
}

extend(Serializer, Object, {
  writeHeader(this: any): void {
    byte(this[state], 0xff);
    varint(this[state], version);
  },
  writeValue(this: any, value: any): boolean {
    write(this, value);
    return true;
  },
  releaseBuffer(this: any): any {
    const { bytes, length } = this[state];
    return Buffer.from(bytes.subarray(0, length));
  },
  transferArrayBuffer(): void {},
  writeUint32(this: any, value: number): void {
    varint(this[state], value >>> 0);
  },
  writeUint64(this: any, high: number, low: number): void {
    let value = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
    for (; value >= 128n; value >>= 7n) byte(this[state], Number(value & 127n) | 128);
    byte(this[state], Number(value));
  },
  writeDouble(this: any, value: number): void {
    double(this[state], value);
  },
  writeRawBytes(this: any, bytes: any): void {
    raw(this[state], bytes);
  },
  _setTreatArrayBufferViewsAsHostObjects(): void {},
  _writeHostObject(): void {
    throw cloneError("#<Object> could not be cloned.");
  },
});

export class DefaultSerializer extends (Serializer as any) {
  _writeHostObject(view: any): void {
    const index = Buffer.isBuffer(view) ? 10 : views.findIndex((Class) => view instanceof Class);
    if (index < 0) throw cloneError("#<Object> could not be cloned.");
    this.writeUint32(index);
    this.writeUint32(view.byteLength);
    this.writeRawBytes(view);
  }
}

export function Deserializer(this: any, buffer: any): any {
  if (!new.target) throw new TypeError("Class constructor Deserializer cannot be invoked without `new`");
  if (!ArrayBuffer.isView(buffer)) throw __hitlrun.node.util.error("TypeError", "ERR_INVALID_ARG_TYPE", "buffer must be a TypedArray or a DataView");
  this.buffer = buffer;
  Object.defineProperty(this, state, { value: { bytes: Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength), at: 0, objects: [], version: 0 } });
}

const broken = (): Error => new Error("Unable to deserialize cloned data.");

function take(s: any, count: number): any {
  if (count > s.bytes.length - s.at) throw broken();
  s.at += count;
  return s.bytes.subarray(s.at - count, s.at);
}
function readVarint(s: any): number {
  let value = 0;
  for (let unit = 1; ; unit *= 128) {
    const [next] = take(s, 1);
    value += (next & 127) * unit;
    if (next < 128) return value;
    if (unit > 2 ** 49) throw broken();
  }
}
const readDouble = (s: any): number => take(s, 8).readDoubleLE(0);
const zigzag = (n: number): number => (n % 2 === 1 ? -(n + 1) / 2 : n / 2);
function readBigint(s: any): bigint {
  const bits = readVarint(s);
  const digits = Buffer.from(take(s, Math.floor(bits / 2))).reverse().toString("hex");
  const value = BigInt(`0x${digits || "0"}`);
  return bits % 2 === 1 ? -value : value;
}
function readTag(s: any): string {
  let [next] = take(s, 1);
  while (next === 0) [next] = take(s, 1);
  return String.fromCharCode(next);
}
function readString(s: any, tag = readTag(s)): string {
  const length = readVarint(s);
  if (tag === '"') return take(s, length).toString("latin1");
  if (tag === "c") return take(s, length).toString("utf16le");
  if (tag === "S") return take(s, length).toString("utf8");
  throw broken();
}

function read(self: any): any {
  const s = self[state];
  const tag = readTag(s);
  switch (tag) {
    case "_": return undefined;
    case "0": return null;
    case "T": return true;
    case "F": return false;
    case "I": return zigzag(readVarint(s));
    case "U": return readVarint(s);
    case "N": return readDouble(s);
    case "Z": return readBigint(s);
    case '"':
    case "c":
    case "S": return readString(s, tag);
    case "^": {
      const id = readVarint(s);
      if (id >= s.objects.length) throw broken();
      return s.objects[id];
    }
  }
  const value = readObject(self, s, tag, s.objects.push(undefined) - 1);
  // A view follows its buffer.
  if (tag === "B" && s.bytes[s.at] === code("V")) {
    s.at++;
    const Class = views[viewLetters[readTag(s)]];
    const [offset, length] = [readVarint(s), readVarint(s)];
    if (s.version >= 14) readVarint(s);
    const view = Class === DataView ? new DataView(value, offset, length) : new Class(value, offset, length / Class.BYTES_PER_ELEMENT);
    s.objects.push(view);
    return view;
  }
  return value;
}

function readObject(self: any, s: any, tag: string, id: number): any {
  const own = <T>(value: T): T => (s.objects[id] = value);
  switch (tag) {
    case "D": return own(new Date(readDouble(s)));
    case "y": return own(Object(true));
    case "x": return own(Object(false));
    case "n": return own(Object(readDouble(s)));
    case "z": return own(Object(readBigint(s)));
    case "s": return own(Object(readString(s)));
    case "R": {
      const source = readString(s);
      const bits = readVarint(s);
      return own(new RegExp(source, flagLetters.filter((_, i) => (bits >> i) & 1).join("")));
    }
    case ";": {
      const map = own(new Map());
      until(s, ":", () => map.set(read(self), read(self)));
      readVarint(s);
      return map;
    }
    case "'": {
      const set = own(new Set());
      until(s, ",", () => set.add(read(self)));
      readVarint(s);
      return set;
    }
    case "B": {
      const bytes = take(s, readVarint(s));
      return own(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    }
    case "o": {
      const object = own({});
      readProperties(self, s, object, "{");
      readVarint(s);
      return object;
    }
    case "A":
    case "a": {
      const length = readVarint(s);
      if (tag === "A" && length > s.bytes.length - s.at) throw broken();
      const list = own(new Array(tag === "A" ? 0 : length));
      for (let i = 0; tag === "A" && i < length; i++) {
        if (s.bytes[s.at] === code("-")) s.at++, (list.length = i + 1);
        else list[i] = read(self);
      }
      readProperties(self, s, list, tag === "A" ? "$" : "@");
      readVarint(s);
      readVarint(s);
      return list;
    }
    case "r": return readError(self, s, own);
    case "\\": return own(self._readHostObject());
  }
  throw broken();
}

function until(s: any, end: string, step: () => void): void {
  for (;;) {
    while (s.bytes[s.at] === 0) s.at++;
    if (s.bytes[s.at] === code(end)) break;
    step();
  }
  s.at++;
}
function readProperties(self: any, s: any, target: any, end: string): void {
  until(s, end, () => {
    const key = read(self);
    Object.defineProperty(target, key, { value: read(self), writable: true, enumerable: true, configurable: true });
  });
}
function readError(self: any, s: any, own: (value: any) => any): any {
  let Class: any = Error;
  const parts: any = {};
  const error = () => {
    const made = own(Object.hasOwn(parts, "m") ? new Class(parts.m) : new Class());
    return made;
  };
  let cause: (() => void) | undefined;
  for (;;) {
    const tag = readTag(s);
    if (tag === ".") break;
    if (errorClasses[tag]) Class = errorClasses[tag];
    else if (tag === "m" || tag === "s") parts[tag] = readString(s);
    else if (tag === "c") {
      const value = read(self);
      cause = () => Object.defineProperty(made, "cause", { value, writable: true, configurable: true });
    } else throw broken();
  }
  const made = error();
  if (cause) cause();
  if (parts.s !== undefined) Object.defineProperty(made, "stack", { value: parts.s, writable: true, configurable: true });
  return made;
}

extend(Deserializer, Object, {
  readHeader(this: any): boolean {
    const s = this[state];
    const [tag] = take(s, 1);
    if (tag === 0xff) s.version = readVarint(s);
    if (tag !== 0xff || s.version > version || s.version < 13) throw new Error("Unable to deserialize cloned data due to invalid or unsupported version.");
    return true;
  },
  readValue(this: any): any {
    return read(this);
  },
  transferArrayBuffer(): void {},
  getWireFormatVersion(this: any): number {
    return this[state].version;
  },
  readUint32(this: any): number {
    return readVarint(this[state]) >>> 0;
  },
  readUint64(this: any): [number, number] {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const [next] = take(this[state], 1);
      value |= BigInt(next & 127) << shift;
      if (next < 128) return [Number((value >> 32n) & 0xffffffffn), Number(value & 0xffffffffn)];
    }
  },
  readDouble(this: any): number {
    return readDouble(this[state]);
  },
  readRawBytes(this: any, length: number): any {
    return take(this[state], length);
  },
  _readHostObject(): never {
    throw broken();
  },
});

export class DefaultDeserializer extends (Deserializer as any) {
  _readHostObject(): any {
    const Class = views[this.readUint32()];
    const bytes = this.readRawBytes(this.readUint32());
    if (Class === Buffer) return Buffer.from(bytes);
    const copy = new Uint8Array(bytes).buffer;
    return Class === DataView ? new DataView(copy) : new Class(copy);
  }
}
