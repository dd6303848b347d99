// Buffer.
const B = Buffer;
const texts = ["", "abc", "é€😀", "a\ud800", "00ff7F", "0g", "abc=", "YWJj", "Y-_w", "a+/b", "YQ==YQ", "Y Q\n=="];
for (const s of texts) {
  for (const encoding of [undefined, "utf8", "hex", "base64", "base64url", "latin1", "binary", "ascii", "utf16le", "ucs2"]) {
    show(`from ${escape(s)} ${encoding}`, () => [B.from(s, encoding), B.byteLength(s, encoding)]);
  }
}
const all = B.from([0, 1, 65, 127, 128, 200, 255, 0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x82]);
for (const encoding of [undefined, "utf8", "hex", "base64", "base64url", "latin1", "ascii", "utf16le", "UTF-8", "HEX"]) show("toString " + encoding, () => escape(all.toString(encoding)));
show("toString part", () => [all.toString("hex", 2, 5), all.toString("hex", 5, 2), all.toString("hex", -3), all.toString("hex", 11, 99), String(B.from("x"))]);
show("unknown encoding", () => B.from("a", "nope"));
show("unknown encoding", () => B.from("a").toString("nope"));
show("isEncoding", () => ["utf8", "UTF-8", "hex", "nope", 5, ""].map((e) => B.isEncoding(e)));
show("from", () => [B.from([1, 257, -1, "3"]), B.from(new Uint8Array([1, 2])), B.from(B.from("a")), B.from(new ArrayBuffer(3)), B.from(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2), B.from({ length: 2, 0: 7, 1: 8 }), B.from(new Uint16Array([1, 256, 511]))]);
show("from JSON", () => B.from(JSON.parse(JSON.stringify(B.from("hi")))).toString());
show("from shares an ArrayBuffer", () => {
  const bytes = new Uint8Array(2);
  const buffer = B.from(bytes.buffer);
  bytes[0] = 5;
  const copy = B.from(bytes);
  bytes[1] = 6;
  return [buffer, copy];
});
for (const wrong of [5, null, undefined, true, {}, () => 1]) show("from " + typeof wrong, () => B.from(wrong));
show("alloc", () => [B.alloc(3), B.alloc(3, 1), B.alloc(5, "ab"), B.alloc(4, "YQ==", "base64"), B.alloc(3, B.from([9, 8])), B.allocUnsafe(2).length]);
show("alloc wrong", () => B.alloc("5"));
show("alloc wrong", () => B.alloc(-1));
show("concat", () => [B.concat([B.from("a"), B.from("bc"), new Uint8Array([1])]), B.concat([B.from("abc")], 2), B.concat([B.from("a")], 3), B.concat([])]);
show("concat wrong", () => B.concat("a"));
show("compare", () => [B.compare(B.from("a"), B.from("b")), B.from("b").compare(B.from("a")), B.from("a").equals(new Uint8Array([97])), B.from("abc").equals(B.from("abd"))]);
show("equals wrong", () => B.from("a").equals("a"));
show("slice shares", () => {
  const b = B.from("abcdef");
  const part = b.slice(1, -2);
  part[0] = 88;
  return [String(b), String(part), part instanceof B, b.subarray(-2).toString(), B.isBuffer(part), B.isBuffer(new Uint8Array(1))];
});
show("copy", () => {
  const to = B.alloc(5);
  return [B.from("abc").copy(to, 1), to, B.from("abcdef").copy(to, 3, 1, 5), to, B.from("xyz").copy(to)];
});
show("write", () => {
  const b = B.alloc(8);
  return [b.write("ab"), b.write("cd", 2), b.write("efgh", 4, 2), b.write("ff", 6, "hex"), b.write("é", 7), b];
});
show("fill", () => [B.alloc(5).fill("abc"), B.alloc(4).fill(7, 1, 3), B.alloc(3).fill("ff", "hex"), B.from("abc").fill("")]);
show("find", () => {
  const b = B.from("abcabc");
  return [b.indexOf("c"), b.indexOf("c", 3), b.indexOf(98), b.indexOf(B.from("ca")), b.indexOf("x"), b.lastIndexOf("b"), b.lastIndexOf("b", 3), b.includes("bca"), b.indexOf("a", -3), b.indexOf("6263", "hex"), b.indexOf(""), b.lastIndexOf("c", -2)];
});
show("numbers", () => {
  const b = B.alloc(16);
  b.writeUInt16LE(0x0102, 0);
  b.writeUInt16BE(0x0102, 2);
  b.writeInt32LE(-2, 4);
  b.writeUInt8(255, 8);
  b.writeInt8(-1, 9);
  const at = b.writeDoubleBE(1.5, 0) === 8 && b.writeFloatLE(0.5, 8);
  return [at, b, b.readDoubleBE(0), b.readFloatLE(8), B.from([1, 2, 3, 4]).readUInt32BE(), B.from([1, 2, 3, 4]).readUint32LE(0), B.from([255, 255]).readInt16LE(), B.from([200]).readInt8(0), B.from([1, 0, 0, 0, 0, 0, 0, 128]).readBigUInt64LE(), B.from([1, 2]).readUInt8(1)];
});
show("JSON", () => JSON.stringify({ b: B.from("a") }));
show("arrays", () => [B.from("abc").map((x) => x + 1), B.from("abc").map((x) => x + 1) instanceof B, [...B.from("ab")], B.of(1, 2), Object.prototype.toString.call(B.from("a"))]);
