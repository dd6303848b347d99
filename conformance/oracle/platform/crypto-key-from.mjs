// Pins: KeyObject.from, and functions of node:crypto that take a CryptoKey: HMAC, ciphers, signatures, derived keys
import crypto, { KeyObject } from "node:crypto";

const attempt = (name, f) => {
  try {
    console.log(name, f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
const { subtle } = crypto;
attempt("no key", () => KeyObject.from({}));
attempt("no key", () => KeyObject.from(crypto.createSecretKey(Buffer.from("abc"))));
const hmac = await subtle.importKey("raw", Buffer.from("abc"), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
attempt("secret", () => [KeyObject.from(hmac).type, KeyObject.from(hmac).symmetricKeySize, KeyObject.from(hmac).export(), KeyObject.from(hmac).equals(crypto.createSecretKey(Buffer.from("abc")))]);
attempt("hmac", () => [crypto.createHmac("sha256", hmac).update("x").digest("hex"), crypto.createHmac("sha256", KeyObject.from(hmac)).update("x").digest("hex")]);
const aes = await subtle.importKey("raw", Buffer.alloc(16, 1), "AES-CBC", true, ["encrypt"]);
attempt("cipher", () => crypto.createCipheriv("aes-128-cbc", aes, Buffer.alloc(16)).final("hex"));
attempt("hkdf", () => Buffer.from(crypto.hkdfSync("sha256", KeyObject.from(aes), "salt", "info", 8)).toString("hex"));
for (const algorithm of [{ name: "RSA-PSS", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" }, { name: "ECDSA", namedCurve: "P-256" }, { name: "Ed25519" }]) {
  const { publicKey, privateKey } = await subtle.generateKey(algorithm, false, ["sign", "verify"]);
  const [ofPublic, ofPrivate] = [KeyObject.from(publicKey), KeyObject.from(privateKey)];
  attempt(algorithm.name, () => [ofPublic.type, ofPrivate.type, ofPublic.asymmetricKeyType, ofPublic.asymmetricKeyDetails, ofPrivate.asymmetricKeyDetails]);
  const hash = algorithm.name === "Ed25519" ? null : "sha256";
  const signature = crypto.sign(hash, Buffer.from("text"), privateKey);
  attempt(algorithm.name, () => [crypto.verify(hash, Buffer.from("text"), publicKey, signature), crypto.verify(hash, Buffer.from("other"), { key: publicKey }, signature), crypto.verify(hash, Buffer.from("text"), ofPublic, signature)]);
  attempt(algorithm.name, () => [crypto.createPublicKey(ofPrivate).equals(ofPublic), ofPublic.export({ format: "jwk" }).kty, ofPrivate.export({ type: "pkcs8", format: "pem" }).slice(0, 27)]);
  attempt(algorithm.name, () => crypto.createHmac("sha256", ofPublic));
  attempt(algorithm.name, () => crypto.createCipheriv("aes-128-cbc", publicKey, Buffer.alloc(16)));
}
const secret = crypto.createSecretKey(Buffer.from("abc"));
const { publicKey, privateKey } = crypto.generateKeyPairSync("ed25519");
console.log(secret, publicKey, privateKey, Object.keys(secret), String(secret), "asymmetricKeyType" in secret, "symmetricKeySize" in publicKey);
attempt("constructor", () => new KeyObject("secret", {}));
attempt("equals", () => secret.equals({}));
for (const [key, options] of [[secret, 3], [secret, { format: "x" }], [secret, {}], [publicKey, undefined], [publicKey, { format: "x" }], [publicKey, { format: "pem" }], [privateKey, { format: "pem", type: "spki" }]]) attempt(key.type, () => key.export(options));
