// node:v8 writes and reads the format of V8.
import v8 from "node:v8";

const cyclic = { name: "c" };
cyclic.self = cyclic;
const sparse = [1, , 3];
sparse.extra = true;
const shared = { s: 1 };
const values = [
  undefined, null, true, false, 0, -0, 1, -1, 42, 2 ** 30 - 1, 2 ** 30, -(2 ** 30), 2 ** 31, 1.5, NaN, Infinity, -1e300, 0n, 1n, -1n, 2n ** 64n, -(2n ** 100n),
  "", "text", "é", "ÿ", "日本", "😀", "x".repeat(200), "日".repeat(100), {}, { a: 1, b: "two", 3: "three" }, [], [1, "a", null], sparse, new Array(3),
  new Date(0), new Date(NaN), /a+/gi, /x/u, new Map([["k", 1], [{ o: 1 }, "v"]]), new Set([1, "2", { three: 3 }]), Object(1), Object("s"), Object(true), Object(5n),
  new ArrayBuffer(3), Buffer.from("bytes"), new Uint8Array([1, 2, 3]), new Float64Array([1.5]), new Int16Array([-1, 2]), new BigInt64Array([-5n]),
  cyclic, { a: shared, b: shared }, { nested: { deep: [{ list: [1, [2, [3]]] }] } }, { u: undefined, n: null }, "aligned日", ["日", "本"], { "日": "本" },
];
for (const value of values) {
  const bytes = v8.serialize(value);
  console.log(bytes.toString("hex").slice(0, 200), v8.deserialize(bytes));
}
console.log(v8.deserialize(v8.serialize(new DataView(new Uint8Array([7, 8]).buffer))).getUint8(1));
const error = v8.deserialize(v8.serialize(new TypeError("wrong", { cause: { why: 1 } })));
console.log(error instanceof TypeError, error.message, error.cause, typeof error.stack);
for (const wrong of [() => 1, Symbol("s"), new WeakMap(), Promise.resolve(), { f() {} }]) {
  try {
    v8.serialize(wrong);
  } catch (error) {
    console.log(error.name, error.message.split("{")[0]);
  }
}
for (const text of ["ff0f", "ff0f22", "00", "ff106f7b00", "ff0f5e05", "ff0f41ffffff7f", "ff0f6f"]) {
  try {
    console.log(v8.deserialize(Buffer.from(text, "hex")));
  } catch (error) {
    console.log(text, error.name);
  }
}
// Bytes that an older version wrote.
console.log(v8.deserialize(Buffer.from("ff0d6f2201614902220162530374776f7b02", "hex")));

class Own extends v8.DefaultSerializer {
  _writeHostObject(value) {
    this.writeUint32(99);
    this.writeDouble(value.length);
    this.writeUint64(1, 2);
  }
}
const own = new Own();
own.writeHeader();
own.writeValue({ view: new Uint8Array(5) });
const bytes = own.releaseBuffer();
class OwnReader extends v8.DefaultDeserializer {
  _readHostObject() {
    return [this.readUint32(), this.readDouble(), this.readUint64()];
  }
}
const reader = new OwnReader(bytes);
console.log(bytes.toString("hex"), reader.readHeader(), reader.getWireFormatVersion(), reader.readValue());
console.log(Object.keys(v8.getHeapStatistics()).length, typeof v8.getHeapCodeStatistics().bytecode_and_metadata_size);
