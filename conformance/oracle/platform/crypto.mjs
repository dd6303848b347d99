// Pins: randomUUID, getRandomValues, subtle.digest, createHash, hmac
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";

const hex = (buffer) => Buffer.from(buffer).toString("hex");
const data = new TextEncoder().encode("abc");
for (const name of ["SHA-1", "SHA-256", "SHA-384", "SHA-512"]) console.log(name, hex(await crypto.subtle.digest(name, data)));
for (const name of ["md5", "sha1", "sha256", "sha512"]) console.log(name, createHash(name).update("a").update("bc").digest("hex"));
console.log(createHmac("sha256", "key").update("abc").digest("base64"), createHash("sha256").update("abc").digest().length);
console.log(/^[0-9a-f-]{36}$/.test(crypto.randomUUID()), /^[0-9a-f-]{36}$/.test(randomUUID()), crypto.randomUUID() !== crypto.randomUUID());
console.log(crypto.getRandomValues(new Uint8Array(8)).length, randomBytes(4).length, timingSafeEqual(Buffer.from("a"), Buffer.from("a")));
await crypto.subtle.digest("nope", data).catch((e) => console.log(e.name));
