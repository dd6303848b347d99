// Pins: jsonwebtoken, jose and bcryptjs: tokens signed and checked, passwords hashed
import crypto from "node:crypto";
import jwt from "jsonwebtoken";
import * as jose from "jose";
import bcrypt from "bcryptjs";
const t = jwt.sign({ sub: "ann", iat: 1700000000 }, "secret", { algorithm: "HS256", noTimestamp: true });
console.log(t, jwt.verify(t, "secret"), jwt.decode(t, { complete: true }).header);
for (const [token, key, o] of [[t, "wrong"], ["x.y", "s"], [jwt.sign({ exp: 1 }, "s"), "s"], [t, "secret", { audience: "me" }], [t, "secret", { algorithms: ["RS256"] }]]) {
  try { jwt.verify(token, key, o); } catch (e) { console.log(e.name, e.message); }
}
console.log(typeof jwt.sign({ a: 1 }, "k", { expiresIn: "2h", issuer: "i", audience: ["a"], jwtid: "j" }), jwt.verify(jwt.sign({ a: 1 }, "k", { expiresIn: "2h" }), "k").a);
const { privateKey, publicKey } = crypto.generateKeyPairSync("rsa", { modulusLength: 2048, publicKeyEncoding: { type: "spki", format: "pem" }, privateKeyEncoding: { type: "pkcs8", format: "pem" } });
console.log(publicKey.split("\n")[0], privateKey.split("\n")[0]);
for (const alg of ["RS256", "PS256", "RS512"]) console.log(alg, jwt.verify(jwt.sign({ a: alg }, privateKey, { algorithm: alg }), publicKey).a);
const ec = crypto.generateKeyPairSync("ec", { namedCurve: "P-256" });
const es = jwt.sign({ e: 1 }, ec.privateKey, { algorithm: "ES256" });
console.log(Buffer.from(es.split(".")[2], "base64url").length, jwt.verify(es, ec.publicKey).e, ec.privateKey.asymmetricKeyType, ec.publicKey.type);
const key = new TextEncoder().encode("0123456789abcdef0123456789abcdef");
const j = await new jose.SignJWT({ role: "admin" }).setProtectedHeader({ alg: "HS256" }).setIssuedAt(1700000000).setIssuer("me").sign(key);
console.log(j, (await jose.jwtVerify(j, key, { issuer: "me" })).payload);
try { await jose.jwtVerify(j, new Uint8Array(32)); } catch (e) { console.log(e.code, e.message); }
console.log(bcrypt.compareSync("hunter2", bcrypt.hashSync("hunter2", 4)), await bcrypt.compare("nope", await bcrypt.hash("hunter2", 4)), bcrypt.getRounds(bcrypt.hashSync("x", 4)));
