// Pins: empty derived keys, wrong numbers of rounds, hashes of signatures and derived keys, RSA-PSS without a salt, PEM with several blocks.
import c from "node:crypto";

const show = (name, f) => {
  try {
    const v = f();
    console.log(name, v instanceof ArrayBuffer ? `${v.byteLength} bytes` : v);
  } catch (e) {
    console.log(name, e.name, e.code, e.message, e instanceof TypeError, e instanceof RangeError);
  }
};
show("scrypt of 0 bytes", () => c.scryptSync("a", "b", 0));
show("scrypt of -1 bytes", () => c.scryptSync("a", "b", -1));
for (const N of [1, 1023, 2 ** 20]) show(`scrypt N ${N}`, () => c.scryptSync("a", "b", 8, { N }));
show("pbkdf2 of 0 bytes", () => c.pbkdf2Sync("a", "b", 1, 0, "sha1"));
for (const rounds of [0, -1, 1.5, "1", 2 ** 31]) show(`pbkdf2 rounds ${rounds}`, () => c.pbkdf2Sync("a", "b", rounds, 8, "sha1"));
for (const digest of [undefined, "nope"]) show(`pbkdf2 digest ${digest}`, () => c.pbkdf2Sync("a", "b", 1, 8, digest));
show("pbkdf2 rounds 0 with a callback", () => c.pbkdf2("a", "b", 0, 8, "sha1", () => {}));
for (const length of [0, -1, 1.5, 255 * 32 + 1]) show(`hkdf of ${length} bytes`, () => c.hkdfSync("sha256", "a", "b", "c", length));
show("hkdf nope", () => c.hkdfSync("nope", "a", "b", "c", 1));
await new Promise((f) => c.scrypt("a", "b", 0, (...args) => f(console.log(...args))));
await new Promise((f) => c.pbkdf2("a", "b", 1, 0, "sha256", (...args) => f(console.log(...args))));
for (const hash of ["sha3-256", "SHA3-512", "ripemd160", "RSA-RIPEMD160", "sha512-256", "blake2b512", "blake2s256", "sha-1", "RSA-SHA1"]) {
  show(`pbkdf2 ${hash}`, () => c.pbkdf2Sync("a", "b", 2, 8, hash).toString("hex"));
  show(`hkdf ${hash}`, () => Buffer.from(c.hkdfSync(hash, "a", "b", "c", 8)).toString("hex"));
}

const data = Buffer.from("data"), padding = c.constants.RSA_PKCS1_PSS_PADDING;
const rsa = c.generateKeyPairSync("rsa", { modulusLength: 1536 }), ec = c.generateKeyPairSync("ec", { namedCurve: "P-256" }), ed = c.generateKeyPairSync("ed25519");
for (const hash of ["sha3-224", "sha3-256", "sha3-384", "sha3-512", "ripemd160", "RSA-SHA3-256", "sha512-256", "sha-256", "nope", "blake2b512"]) {
  show(`rsa ${hash}`, () => c.verify(hash, data, rsa.publicKey, c.sign(hash, data, rsa.privateKey)));
  show(`ec ${hash}`, () => c.verify(hash, data, ec.publicKey, c.sign(hash, data, ec.privateKey)));
  show(`ed25519 ${hash}`, () => c.sign(hash, data, ed.privateKey));
  const pss = (saltLength, key) => ({ key, padding, saltLength });
  show(`pss ${hash}`, () => {
    const none = c.sign(hash, data, pss(0, rsa.privateKey)), again = c.sign(hash, data, pss(0, rsa.privateKey)), some = c.sign(hash, data, pss(8, rsa.privateKey));
    const right = (saltLength, signature) => c.verify(hash, data, pss(saltLength, rsa.publicKey), signature);
    return [none.equals(again), right(0, none), right(8, none), right(-2, none), right(undefined, none), right(0, some), right(8, some), right(0, Buffer.alloc(none.length, 1))].join();
  });
}
show("ed25519", () => c.verify(null, data, ed.publicKey, c.sign(null, data, ed.privateKey)));
show("ed25519 in pieces", () => c.createSign("sha256").update("x").sign(ed.privateKey));
show("ed25519 verified with a hash", () => c.verify("sha256", data, ed.publicKey, Buffer.alloc(64)));

const parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
const sec1 = ec.privateKey.export({ type: "sec1", format: "pem" }), spki = rsa.publicKey.export({ type: "spki", format: "pem" }), pkcs8 = rsa.privateKey.export({ type: "pkcs8", format: "pem" });
show("parameters before a key", () => c.createPrivateKey(parameters + sec1).asymmetricKeyType);
show("signing with it", () => c.verify("sha256", data, ec.publicKey, c.sign("sha256", data, parameters + sec1)));
for (const [name, text] of [["public first", spki + pkcs8], ["private first", pkcs8 + spki], ["of two kinds", sec1 + spki], ["parameters only", parameters], ["text", "no key"]]) {
  show(`private of ${name}`, () => c.createPrivateKey(text).asymmetricKeyType);
  show(`public of ${name}`, () => c.createPublicKey(text).asymmetricKeyType);
}
