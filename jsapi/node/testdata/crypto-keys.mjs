// Keys, signatures, ciphers and derived keys of node:crypto.
import crypto from "node:crypto";

const { publicKey, privateKey } = crypto.generateKeyPairSync("rsa", { modulusLength: 1024 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" });
console.log(pem.split("\n")[0], publicKey.export({ type: "spki", format: "pem" }).split("\n")[0]);
console.log(publicKey.type, privateKey.type, publicKey.asymmetricKeyType, privateKey.asymmetricKeyDetails);
console.log(crypto.createPrivateKey(pem).export({ type: "pkcs1", format: "pem" }).split("\n")[0]);
console.log(publicKey.export({ format: "jwk" }).kty, Object.keys(privateKey.export({ format: "jwk" })).sort().join());
console.log(crypto.createPublicKey(privateKey).export({ type: "pkcs1", format: "der" }).equals(publicKey.export({ type: "pkcs1", format: "der" })));
console.log(crypto.createPublicKey({ key: publicKey.export({ format: "jwk" }), format: "jwk" }).equals(publicKey));

const data = Buffer.from("three hundred invoices");
for (const hash of ["sha256", "sha512"]) {
  const signature = crypto.sign(hash, data, privateKey);
  console.log(hash, signature.length, crypto.verify(hash, data, publicKey, signature), crypto.verify(hash, Buffer.from("two"), publicKey, signature));
}
const pss = crypto.sign("sha256", data, { key: privateKey, padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
console.log("pss", crypto.verify("sha256", data, { key: publicKey, padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, pss));
const signer = crypto.createSign("RSA-SHA256").update("three ").update("hundred");
const verifier = crypto.createVerify("RSA-SHA256").update("three hundred");
console.log("streamed", verifier.verify(publicKey, signer.sign(privateKey, "base64"), "base64"));
const sealed = crypto.publicEncrypt(publicKey, data);
console.log(crypto.privateDecrypt(privateKey, sealed).toString());
const old = crypto.publicEncrypt({ key: publicKey, padding: crypto.constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, data);
console.log(crypto.privateDecrypt({ key: privateKey, padding: crypto.constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, old).toString());

for (const namedCurve of ["P-256", "P-384"]) {
  const pair = crypto.generateKeyPairSync("ec", { namedCurve });
  const signature = crypto.sign("sha256", data, { key: pair.privateKey, dsaEncoding: "ieee-p1363" });
  console.log(namedCurve, signature.length, crypto.verify("sha256", data, { key: pair.publicKey, dsaEncoding: "ieee-p1363" }, signature), pair.publicKey.asymmetricKeyDetails);
  console.log(crypto.createPrivateKey(pair.privateKey.export({ type: "sec1", format: "pem" })).equals(pair.privateKey), pair.publicKey.export({ format: "jwk" }).crv);
  const other = crypto.generateKeyPairSync("ec", { namedCurve });
  const one = crypto.diffieHellman({ privateKey: pair.privateKey, publicKey: other.publicKey });
  console.log(one.equals(crypto.diffieHellman({ privateKey: other.privateKey, publicKey: pair.publicKey })), one.length);
}
const ed = crypto.generateKeyPairSync("ed25519");
const mark = crypto.sign(null, data, ed.privateKey);
console.log("ed25519", mark.length, crypto.verify(null, data, ed.publicKey, mark), ed.publicKey.export({ format: "jwk" }).crv);
console.log(ed.privateKey.export({ type: "pkcs8", format: "der" }).length, ed.publicKey.export({ type: "spki", format: "der" }).length);

const secret = crypto.createSecretKey(Buffer.from("0123456789abcdef0123456789abcdef"));
console.log(secret.type, secret.symmetricKeySize, secret.export({ format: "jwk" }));
for (const [name, key, iv] of [["aes-256-cbc", secret, "sixteen bytes iv"], ["aes-128-ctr", Buffer.alloc(16, 1), "sixteen bytes iv"], ["aes-256-ecb", secret, null]]) {
  const cipher = crypto.createCipheriv(name, key, iv === null ? null : Buffer.from(iv));
  const text = cipher.update("a text that is longer than a block", "utf8", "hex") + cipher.final("hex");
  const decipher = crypto.createDecipheriv(name, key, iv === null ? null : Buffer.from(iv));
  console.log(name, text, decipher.update(text, "hex", "utf8") + decipher.final("utf8"));
}
const gcm = crypto.createCipheriv("aes-256-gcm", secret, Buffer.alloc(12, 7));
gcm.setAAD(Buffer.from("about"));
const body = Buffer.concat([gcm.update("secret"), gcm.final()]);
const tag = gcm.getAuthTag();
console.log(body.toString("hex"), tag.toString("hex"));
const opened = crypto.createDecipheriv("aes-256-gcm", secret, Buffer.alloc(12, 7)).setAAD(Buffer.from("about")).setAuthTag(tag);
console.log(opened.update(body, null, "utf8") + opened.final("utf8"));
const wrong = crypto.createDecipheriv("aes-256-gcm", secret, Buffer.alloc(12, 7)).setAuthTag(tag);
try {
  wrong.update(body);
  wrong.final();
} catch (e) {
  console.log(e.message);
}
for (const bad of [() => crypto.createCipheriv("aes-256-cbc", "short", "sixteen bytes iv"), () => crypto.createCipheriv("none", secret, null), () => crypto.createPrivateKey("no key"), () => crypto.generateKeyPairSync("none")])
  try {
    bad();
    console.log("it was taken");
  } catch (e) {
    console.log(e.code);
  }

console.log(crypto.pbkdf2Sync("pass", "salt", 1000, 24, "sha512").toString("hex"));
console.log(crypto.scryptSync("pass", "salt", 24, { N: 1024 }).toString("hex"));
console.log(Buffer.from(crypto.hkdfSync("sha256", "key", "salt", "info", 24)).toString("hex"));
console.log(crypto.createHmac("sha1", "key").update("data").digest("base64"), crypto.timingSafeEqual(Buffer.from("a"), Buffer.from("a")));
console.log(crypto.getCiphers().includes("aes-256-gcm"), crypto.getCurves().includes("prime256v1"), crypto.getHashes().includes("RSA-SHA256"));
