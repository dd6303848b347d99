// Pins: what crypto.subtle refuses
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const { subtle } = crypto;
const data = new TextEncoder().encode("abc");
const key = await subtle.importKey("raw", data, { name: "HMAC", hash: { name: "SHA-512" } }, false, ["sign"]);
await t(1, () => subtle.digest("MD5", data));
await t(2, () => subtle.digest("SHA-256", "abc"));
await t(3, () => subtle.digest("SHA-256"));
await t(4, () => subtle.digest({}, data));
await t(5, () => subtle.exportKey("raw", key));
await t(6, () => subtle.verify("HMAC", key, new Uint8Array(1), data));
await t(7, () => subtle.importKey("raw", data, { name: "HMAC" }, false, ["sign"]));
await t(8, () => subtle.importKey("raw", data, { name: "HMAC", hash: "SHA-256" }, false, []));
await t(9, () => subtle.importKey("raw", data, { name: "HMAC", hash: "SHA-256" }, false, ["encrypt"]));
await t(10, () => subtle.importKey("raw", new Uint8Array(0), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
await t(11, () => new CryptoKey());
await t(12, () => subtle.sign({ name: "HMAC" }, 5, data));
await t(13, () => subtle.digest.call({}, "SHA-1", data));
await t(14, () => subtle.importKey("raw", data, "NOPE", false, ["sign"]));
