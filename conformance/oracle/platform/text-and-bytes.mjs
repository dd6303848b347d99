// Pins: TextEncoder, TextDecoder, atob, btoa, Buffer in its common encodings
const bytes = new TextEncoder().encode("ü☃😀");
console.log(bytes, new TextDecoder().decode(bytes), new TextDecoder("utf-8", { fatal: true }).encoding);
try {
  new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255]));
} catch (e) {
  console.log(e.name, e.code);
}
const decoder = new TextDecoder();
console.log(decoder.decode(bytes.slice(0, 3), { stream: true }) + decoder.decode(bytes.slice(3)), new TextEncoder().encodeInto("héllo", new Uint8Array(4)));
console.log(btoa("hello"), atob("aGVsbG8="));
try {
  btoa("☃");
} catch (e) {
  console.log(e.name, e.message);
}
const b = Buffer.from("héllo");
console.log(b, b.toString("hex"), b.toString("base64"), b.toString("base64url"), b.length, Buffer.byteLength("☃"), Buffer.concat([b, Buffer.from([33])]).toString());
console.log(Buffer.from("68656c6c6f", "hex").toString(), Buffer.from("aGk", "base64").toString("latin1"), Buffer.isBuffer(b), b.equals(Buffer.from("héllo")), b.subarray(0, 1).toString(), JSON.stringify(Buffer.from("a")));
console.log(Buffer.alloc(3, 1), b.readUInt8(0), Buffer.from([1, 2, 3, 4]).readUInt32BE(0), b.indexOf("l"), b.slice(-2).toString(), Buffer.compare(Buffer.from("a"), Buffer.from("b")));
console.log(structuredClone(new Uint8Array([1, 2])), encodeURIComponent("a b&ü"), escape("ü"), unescape("%FC"));
