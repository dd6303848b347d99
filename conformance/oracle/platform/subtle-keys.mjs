// Pins: pairs of keys in crypto.subtle: made, imported, exported, used to sign, and what is refused
const { subtle } = globalThis.crypto;
const data = new TextEncoder().encode("data");
const hex = (b) => Buffer.from(b).toString("hex");
const kinds = [
  [{ name: "ECDSA", namedCurve: "P-256" }, { name: "ECDSA", hash: "SHA-256" }], [{ name: "ecdsa", namedCurve: "P-384" }, { name: "ECDSA", hash: { name: "SHA-512" } }], [{ name: "ECDSA", namedCurve: "P-521" }, { name: "ECDSA", hash: "SHA-512" }],
  [{ name: "Ed25519" }, "Ed25519"], [{ name: "RSASSA-PKCS1-v1_5", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" }, "RSASSA-PKCS1-v1_5"],
  [{ name: "RSA-PSS", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-384" }, { name: "RSA-PSS", saltLength: 16 }],
];
for (const [algorithm, how] of kinds) {
  const { publicKey, privateKey } = await subtle.generateKey(algorithm, true, ["sign", "verify"]);
  console.log(publicKey.type, publicKey.algorithm, publicKey.usages, publicKey.extractable, privateKey.type, privateKey.usages);
  const signature = await subtle.sign(how, privateKey, data);
  const right = async (key) => [await subtle.verify(how, key, signature, data), await subtle.verify(how, key, signature, data.subarray(1)), await subtle.verify(how, key, new Uint8Array(signature.byteLength), data)];
  console.log(signature instanceof ArrayBuffer, signature.byteLength, await right(publicKey));
  for (const format of ["jwk", "spki", "raw"]) {
    try {
      const out = await subtle.exportKey(format, publicKey);
      console.log(format, format === "jwk" ? [Object.keys(out), out.kty, out.crv, out.alg, out.key_ops, out.ext] : [out instanceof ArrayBuffer, out.byteLength]);
      console.log(await right(await subtle.importKey(format, out, algorithm, true, ["verify"])));
    } catch (e) { console.log(format, e.name, e.message); }
  }
  for (const format of ["jwk", "pkcs8"]) {
    const out = await subtle.exportKey(format, privateKey);
    const again = await subtle.importKey(format, out, algorithm, false, ["sign"]);
    console.log(format, format === "jwk" ? Object.keys(out) : out instanceof ArrayBuffer, again.type, again.extractable, await subtle.verify(how, publicKey, await subtle.sign(how, again, data), data));
    await subtle.exportKey("jwk", again).catch((e) => console.log(e.name));
  }
  for (const f of [() => subtle.sign(how, publicKey, data), () => subtle.verify(how, privateKey, signature, data), () => subtle.sign("HMAC", privateKey, data), () => subtle.generateKey(algorithm, true, []), () => subtle.generateKey(algorithm, true, ["encrypt"]), () => subtle.importKey("spki", new Uint8Array(3), algorithm, true, ["verify"])]) {
    await f().then((v) => console.log("no error", v), (e) => console.log(e.name));
  }
}
const fixed = { kty: "EC", crv: "P-256", x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0", d: "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI" };
console.log(hex(await subtle.exportKey("pkcs8", await subtle.importKey("jwk", fixed, { name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]))));
for (const curve of ["P-384", "P-1"]) await subtle.importKey("jwk", fixed, { name: "ECDSA", namedCurve: curve }, true, ["sign"]).catch((e) => console.log(e.name));
await subtle.generateKey({ name: "ECDSA", namedCurve: "P-1" }, true, ["sign"]).catch((e) => console.log(e.name));
