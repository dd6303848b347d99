// Pins: compression, hashes as streams, ciphers, keys, signatures and derived keys of node:zlib and node:crypto
import zlib, { gzipSync, gunzipSync } from "node:zlib";
import crypto from "node:crypto";
import { promisify } from "node:util";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
const data = "hello ".repeat(100);
for (const [c, d] of [["gzip", "gunzip"], ["deflate", "inflate"], ["deflateRaw", "inflateRaw"], ["brotliCompress", "brotliDecompress"], ["gzip", "unzip"]]) {
  const z = zlib[`${c}Sync`](data); console.log(c, z.length < 60, String(zlib[`${d}Sync`](z)) === data, String(await promisify(zlib[d])(await promisify(zlib[c])(data))) === data);
}
for (const f of [() => gunzipSync("nope"), () => gunzipSync(gzipSync("abc").subarray(0, 12)), () => zlib.inflateSync(Buffer.from("xx"))]) try { f(); } catch (e) { console.log(e.code, e.errno, e.message); }
console.log(await text(Readable.from([Buffer.from(data)]).pipe(zlib.createGzip()).pipe(zlib.createGunzip())) === data, zlib.constants.Z_BEST_SPEED);
console.log(zlib.gunzipSync(Buffer.from("H4sIAAAAAAAAA0vMSS3WAwCtkQJfBQAAAA==", "base64").subarray(0, 0).length ? "" : gzipSync("alex.")).toString());
const h = crypto.createHash("sha256"); h.update("a").update("b"); console.log(h.copy().digest("hex"), h.digest("base64url"), crypto.createHash("RSA-SHA256").update("x").digest("hex").length, crypto.createHash("md5").update("x").digest("hex"));
console.log(await text(Readable.from(["a", "b"]).pipe(crypto.createHash("sha1")).setEncoding("hex")), crypto.createHmac("sha512", "k").update("d").digest("hex").slice(0, 16));
const key = Buffer.alloc(32, 1), iv = Buffer.alloc(16, 2);
for (const a of ["aes-256-cbc", "aes-256-ctr"]) { const c = crypto.createCipheriv(a, key, iv); const e = c.update("secret text é over sixteen bytes", "utf8", "hex") + c.final("hex"); const d = crypto.createDecipheriv(a, key, iv); console.log(a, e, d.update(e, "hex", "utf8") + d.final("utf8")); }
const c = crypto.createCipheriv("aes-256-gcm", key, iv.subarray(0, 12)); c.setAAD(Buffer.from("aad")); const e = Buffer.concat([c.update("gcm text"), c.final()]); console.log(e.toString("hex"), c.getAuthTag().toString("hex"));
const d = crypto.createDecipheriv("aes-256-gcm", key, iv.subarray(0, 12)); d.setAAD(Buffer.from("aad")); d.setAuthTag(c.getAuthTag()); console.log(d.update(e) + d.final("utf8"));
const bad = crypto.createDecipheriv("aes-256-gcm", key, iv.subarray(0, 12)); bad.setAuthTag(Buffer.alloc(16)); bad.update(e); try { bad.final(); } catch (x) { console.log(x.message); }
try { crypto.createCipheriv("aes-256-cbc", "short", iv); } catch (x) { console.log(x.name, x.code, x.message); }
try { crypto.createCipheriv("nope", key, iv); } catch (x) { console.log(x.name, x.code, x.message); }
try { const q = crypto.createDecipheriv("aes-256-cbc", key, iv); q.update(Buffer.alloc(16)); q.final(); } catch (x) { console.log(x.code, x.message); }
console.log(crypto.pbkdf2Sync("p", "s", 10, 16, "sha256").toString("hex"), crypto.scryptSync("p", "s", 16).toString("hex"), Buffer.from(crypto.hkdfSync("sha256", "k", "s", "i", 16)).toString("hex"));
const { publicKey, privateKey } = crypto.generateKeyPairSync("rsa", { modulusLength: 2048 });
console.log(publicKey.asymmetricKeyType, privateKey.asymmetricKeyDetails, publicKey.export({ format: "jwk" }).kty, crypto.createPublicKey(privateKey).equals(publicKey), crypto.createPrivateKey(privateKey.export({ type: "pkcs1", format: "pem" })).equals(privateKey));
const s = crypto.createSign("SHA256").update("m").sign(privateKey, "base64"); console.log(crypto.createVerify("RSA-SHA256").update("m").verify(publicKey, s, "base64"), crypto.verify("sha256", Buffer.from("n"), publicKey, Buffer.from(s, "base64")));
console.log(crypto.privateDecrypt(privateKey, crypto.publicEncrypt(publicKey, Buffer.from("enc"))).toString());
const ed = crypto.generateKeyPairSync("ed25519"); console.log(crypto.verify(null, Buffer.from("m"), ed.publicKey, crypto.sign(null, Buffer.from("m"), ed.privateKey)), ed.publicKey.export({ format: "der", type: "spki" }).length);
const a = crypto.generateKeyPairSync("x25519"), b = crypto.generateKeyPairSync("x25519"); console.log(crypto.diffieHellman({ privateKey: a.privateKey, publicKey: b.publicKey }).equals(crypto.diffieHellman({ privateKey: b.privateKey, publicKey: a.publicKey })));
try { crypto.createPrivateKey("nope"); } catch (x) { console.log(x.code); }
console.log(crypto.createSecretKey("ab", "hex").export(), crypto.timingSafeEqual(Buffer.from("a"), Buffer.from("a")), crypto.getCipherInfo("aes-256-gcm").ivLength);
