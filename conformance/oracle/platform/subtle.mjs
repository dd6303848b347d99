// Pins: hashes and HMAC of crypto.subtle
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const { subtle } = crypto;
const hex = (b) => Buffer.from(b).toString("hex");
const data = new TextEncoder().encode("abc");
console.log(crypto, subtle);
for (const name of ["SHA-1", "sha-256", { name: "SHA-384" }, "SHA-512"]) await t(name, async () => hex(await subtle.digest(name, data)));
await t("buffer", async () => hex(await subtle.digest("SHA-256", data.buffer)));
const key = await subtle.importKey("raw", data, { name: "HMAC", hash: "SHA-256" }, true, ["sign", "verify"]);
console.log(key, key.algorithm);
await t("sign", async () => hex(await subtle.sign("HMAC", key, data)));
await t("verify", async () => [await subtle.verify("HMAC", key, await subtle.sign("HMAC", key, data), data), await subtle.verify("HMAC", key, data, data)]);
await t("raw", async () => hex(await subtle.exportKey("raw", key)));
await t("jwk", () => subtle.exportKey("jwk", key));
await t("generate", async () => { const k = await subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, true, ["sign"]); return [k.type, k.algorithm.length, k.usages]; });
