// Pins: the range of the numbers that Buffer writes, and of their offsets and widths
const t = (n, f) => {
  try {
    const r = f();
    console.log(n, r instanceof Uint8Array ? Buffer.from(r).toString("hex") : r);
  } catch (e) {
    console.log(n, "throws", e.name, "|", e.message, "|", e.code);
  }
};
const B = Buffer;
for (const kind of ["UInt8", "Int16BE", "UInt32LE"]) for (const v of [-1, 2 ** 40, NaN, "x", 1.7, -1.5, undefined, true, {}, -Infinity, "7"]) t(`${kind} ${v}`, () => { const b = B.alloc(4); b[`write${kind}`](v); return b; });
for (const [kind, v] of [["Int8", 128], ["Int8", -129], ["UInt16LE", 65536], ["Int32BE", 2 ** 31], ["Int32LE", -(2 ** 31)], ["UInt32BE", 2 ** 32], ["Uint32BE", 12345678901.5], ["Int32LE", 123456789012345]]) t(`${kind} ${v}`, () => { const b = B.alloc(4); b[`write${kind}`](v); return b; });
t("a symbol", () => B.alloc(4).writeInt8(Symbol("a")));
t("a bigint", () => B.alloc(4).writeInt8(1n));
for (const v of [0n, -1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n, -(2n ** 63n), -(2n ** 63n) - 1n, 5, "5", undefined]) for (const kind of ["BigInt64LE", "BigUInt64BE"]) t(`${kind} ${v}`, () => { const b = B.alloc(8); b[`write${kind}`](v); return b; });
for (const offset of [-1, 1.5, 9, "1", null, NaN, Infinity]) {
  t(`read ${offset}`, () => B.alloc(4).readUInt16LE(offset));
  t(`write ${offset}`, () => B.alloc(4).writeUInt16LE(1, offset));
  t(`double ${offset}`, () => B.alloc(9).writeDoubleLE(2, offset));
  t(`bigint ${offset}`, () => B.alloc(9).readBigInt64LE(offset));
  t(`UIntBE ${offset}`, () => B.alloc(9).readUIntBE(offset, 3));
  t(`IntBE ${offset}`, () => B.alloc(9).writeIntBE(1, offset, 3));
}
for (const n of [0, 7, 1.5, "3", undefined, NaN]) {
  t(`read of width ${n}`, () => B.alloc(9).readUIntBE(0, n));
  t(`write of width ${n}`, () => B.alloc(9).writeIntLE(1, 0, n));
}
for (const n of [1, 3, 5, 6]) for (const kind of ["UIntLE", "IntBE"]) for (const v of [-1, 2 ** (8 * n), 2 ** (8 * n) - 1, 2 ** (8 * n - 1), -(2 ** (8 * n - 1)), -(2 ** (8 * n - 1)) - 1, 1.5, -1.5, NaN, "5"]) {
  t(`${kind} ${n} ${v}`, () => { const b = B.alloc(7, 0xaa); const end = b[`write${kind}`](v, 0, n); return [end, b.toString("hex"), b[`read${kind}`](0, n)].join(); });
}
for (const kind of ["UInt8", "UInt16LE", "DoubleLE"]) for (const length of [0, 1]) t(`${kind} in ${length}`, () => [B.alloc(length)[`read${kind}`](0), B.alloc(length)[`write${kind}`](1, 0)].join());
t("past the end", () => B.alloc(1).readUInt8(1));
t("wide in 2", () => B.alloc(2).readUIntBE(0, 3));
