// node:crypto.
import crypto, { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual, webcrypto } from "node:crypto";

for (const algorithm of ["md5", "sha1", "sha256", "sha512", "sha384", "SHA256", "sha-256", "sha224"]) {
  show(algorithm, () => createHash(algorithm).update("héllo").update(Buffer.from(" world")).digest("hex"));
}
for (const encoding of ["hex", "base64", "base64url", "latin1", undefined, "buffer"]) show("digest " + encoding, () => escape(String(text(createHash("md5").update("x").digest(encoding)))));
show("update with encoding", () => [createHash("sha1").update("616263", "hex").digest("hex"), createHash("sha1").update("YWJj", "base64").digest("hex"), createHash("sha1").update("abc").digest("hex")]);
show("typed arrays", () => createHash("sha1").update(new Uint16Array([1, 2])).digest("hex"));
show("nothing", () => createHash("sha256").digest("hex"));
show("copy", () => {
  const a = createHash("sha256").update("a");
  const b = a.copy().update("b");
  return [a.digest("hex"), b.digest("hex")];
});
show("chaining", () => {
  const h = createHash("md5");
  return h.update("a") === h;
});
show("digest twice", () => {
  const h = createHash("md5");
  h.digest();
  h.digest();
});
show("update after digest", () => {
  const h = createHash("md5");
  h.digest();
  h.update("x");
});
show("unknown", () => createHash("nope"));
show("no algorithm", () => createHash());
show("wrong data", () => createHash("md5").update(5));
for (const algorithm of ["md5", "sha1", "sha256", "sha512"]) show("hmac " + algorithm, () => [createHmac(algorithm, "key").update("data").digest("hex"), createHmac(algorithm, Buffer.from([1, 2, 3])).update("da").update("ta").digest("base64")]);
show("hmac digest twice", () => {
  const h = createHmac("md5", "k");
  return [h.digest("hex").length, h.digest("hex")];
});
show("hmac unknown", () => createHmac("nope", "k"));
show("hmac without key", () => createHmac("md5"));
show("equal", () => [timingSafeEqual(Buffer.from("ab"), Buffer.from("ab")), timingSafeEqual(Buffer.from("ab"), new Uint8Array([97, 99]))]);
show("equal of other lengths", () => timingSafeEqual(Buffer.from("a"), Buffer.from("ab")));
show("equal of text", () => timingSafeEqual("a", "a"));
show("random bytes", () => {
  const b = randomBytes(8);
  return [b.length, Buffer.isBuffer(b), b.toString("hex").length, randomBytes(0).length, randomBytes(70000).length];
});
show("random bytes wrong", () => randomBytes("8"));
show("random bytes wrong", () => randomBytes(-1));
show("random int", () => {
  const list = Array.from({ length: 50 }, () => randomInt(3, 6));
  return [list.every((n) => n >= 3 && n < 6), randomInt(1), randomInt(5, 6)];
});
show("random int wrong", () => randomInt(5, 5));
show("random int wrong", () => randomInt(0));
show("random int wrong", () => randomInt(1.5));
show("random int wrong", () => randomInt("a", 5));
show("uuid", () => /^[0-9a-f-]{36}$/.test(randomUUID()));
show("webcrypto", () => [webcrypto === globalThis.crypto, typeof crypto.getRandomValues(new Uint8Array(1))[0]]);
randomBytes(4, (error, bytes) => {
  print("callback", error, bytes.length);
  randomInt(2, 3, (failure, n) => print("callback", failure, n));
});
