// Pins: Buffer called as a function, its enumerable functions, numbers of any width
import buffer from "node:buffer";
const B = Buffer;
console.log(B("ab"), new B(3), new B([1, 2]), B.from("é").subarray(0, 1) instanceof B, B.from([1, 2, 3]).slice(1), B.alloc(2).constructor === B, B.from("x") instanceof Uint8Array);
console.log(Object.keys(B).includes("from"), B.name, B.from([1, 2, 3, 4, 5, 6]).readUIntBE(0, 6), B.from([255, 254]).readIntLE(0, 2), B.from("abcd").swap16().toString());
const b = B.alloc(6); b.writeUIntBE(0x123456789abc, 0, 6); b.writeInt16LE(-2, 0); console.log(b, b.map((x) => x + 1), b.filter((x) => x > 100), JSON.stringify(b), b.hexSlice(0, 2));
console.log(Object.prototype.toString.call(b), typeof B, buffer.constants.MAX_STRING_LENGTH, B.isBuffer(b), B.concat([b, B.from("x")]).length, Buffer.from(b).equals(b), [...b.entries()].length);
class My extends Uint8Array {} console.log(new My(2), Uint8Array.from("123"), Uint8Array.from("123", (x) => x * 2), Uint8Array.of(1, 2));
