// Pins: jose: keys and signatures of each kind
import * as jose from "jose";

for (const alg of ["ES256", "ES384", "ES512", "RS256", "PS256", "EdDSA", "HS256"]) { try { if (alg === "HS256") { const k = new TextEncoder().encode("0".repeat(32));
const t = await new jose.SignJWT({ a: 1 }).setProtectedHeader({ alg }).setIssuedAt(0).setExpirationTime(99999999999).sign(k);
console.log(t, (await jose.jwtVerify(t, k)).payload); continue; }
const { publicKey, privateKey } = await jose.generateKeyPair(alg, { extractable: true });
const t = await new jose.SignJWT({ a: 1 }).setProtectedHeader({ alg }).setExpirationTime(99999999999).sign(privateKey);
const v = await jose.jwtVerify(t, publicKey);
console.log(alg, v.payload, v.protectedHeader, t.split(".")[2].length);
const jwk = await jose.exportJWK(publicKey);
console.log(Object.keys(jwk).sort(), jwk.kty, jwk.crv);
const imp = await jose.importJWK({ ...jwk, alg });
console.log((await jose.jwtVerify(t, imp)).payload.a);
const spki = await jose.exportSPKI(publicKey);
console.log(spki.split("\n")[0]);
console.log((await jose.jwtVerify(t, await jose.importSPKI(spki, alg))).payload.a);
const p8 = await jose.exportPKCS8(privateKey); await jose.importPKCS8(p8, alg);
const t2 = t.slice(0, -4) + "AAAA";
try { await jose.jwtVerify(t2, publicKey);
console.log("??"); } catch (e) { console.log(e.code); } } catch (e) { console.log(alg, e.name, e.message); } }
console.log(await jose.calculateJwkThumbprint({ kty: "EC", crv: "P-256", x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0" }));
const fixed = await jose.importJWK({ kty: "EC", crv: "P-256", x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0" }, "ES256");
console.log((await jose.compactVerify("eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q", fixed)).protectedHeader);
