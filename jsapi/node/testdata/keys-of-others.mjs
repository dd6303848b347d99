// Keys in the form of JWK, ciphers with a tag, warnings and asserts.
import crypto from "node:crypto";

const key = Buffer.alloc(32, 3);
const iv = Buffer.alloc(12, 4);
const cipher = crypto.createCipheriv("chacha20-poly1305", key, iv, { authTagLength: 16 });
cipher.setAAD(Buffer.from("about"), { plaintextLength: 6 });
const sealed = Buffer.concat([cipher.update("secret"), cipher.final()]);
const tag = cipher.getAuthTag();
console.log(sealed.toString("hex"), tag.toString("hex"));
const open = (tag) => {
  const decipher = crypto.createDecipheriv("chacha20-poly1305", key, iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from("about"), { plaintextLength: 6 }).setAuthTag(tag);
  return decipher.update(sealed, undefined, "utf8") + decipher.final("utf8");
};
console.log(open(tag));
try {
  open(Buffer.alloc(16));
} catch (e) {
  console.log(e.message);
}
for (const bad of [() => crypto.createCipheriv("aes-128-cbc", Buffer.alloc(16), Buffer.alloc(3)), () => crypto.createCipheriv("aes-128-cbc", Buffer.alloc(3), Buffer.alloc(16)), () => crypto.createCipheriv("nosuch", key, iv)])
  try {
    bad();
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }

for (const [type, options] of [["ec", { namedCurve: "P-256" }], ["ec", { namedCurve: "P-521" }], ["ed25519"], ["x25519"], ["rsa", { modulusLength: 1024 }]]) {
  const { privateKey, publicKey } = crypto.generateKeyPairSync(type, options);
  const again = crypto.createPrivateKey({ key: privateKey.export({ format: "jwk" }), format: "jwk" });
  const other = crypto.createPublicKey({ key: publicKey.export({ format: "jwk" }), format: "jwk" });
  console.log(type, again.equals(privateKey), other.equals(publicKey), crypto.createPublicKey(again).equals(publicKey), again.asymmetricKeyType);
  if (type === "x25519" || type === "rsa") continue;
  const hash = type === "ec" ? "sha256" : null;
  console.log(crypto.verify(hash, Buffer.from("data"), other, crypto.sign(hash, Buffer.from("data"), again)));
}
const pair = () => crypto.generateKeyPairSync("x25519");
const [mine, theirs] = [pair(), pair()];
console.log(crypto.diffieHellman({ privateKey: mine.privateKey, publicKey: theirs.publicKey }).equals(crypto.diffieHellman({ privateKey: theirs.privateKey, publicKey: mine.publicKey })));
for (const curve of ["prime256v1", "secp384r1"]) {
  const [a, b] = [crypto.createECDH(curve), crypto.createECDH(curve)];
  a.generateKeys();
  b.generateKeys();
  const copy = crypto.createECDH(curve);
  copy.setPrivateKey(a.getPrivateKey());
  console.log(curve, a.computeSecret(b.getPublicKey()).equals(b.computeSecret(a.getPublicKey())), copy.getPublicKey("hex") === a.getPublicKey("hex"), a.getPublicKey("hex", "compressed").length);
}
for (const jwk of [{ kty: "EC", crv: "P-256", x: "AA", y: "AA" }, { kty: "OKP", crv: "Ed25519", x: "AA" }, { kty: "none" }])
  try {
    crypto.createPublicKey({ key: jwk, format: "jwk" });
  } catch (e) {
    console.log(e.code, e.code === "ERR_INVALID_ARG_VALUE" ? e.message : "");
  }

process.on("warning", (w) => console.log(w.name, w.code, w.message));
process.emitWarning("it is late", { type: "Late", code: "L1" });
process.emitWarning("once more");
for (const code of ["x", 1.5, {}])
  try {
    process.exitCode = code;
  } catch (e) {
    console.log(e.name, e.code);
  }
await new Promise((r) => setTimeout(r, 1));
console.log(process.exitCode);
