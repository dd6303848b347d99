// Pairs of keys of crypto.subtle: ECDSA, Ed25519, and signatures of RSA. What is done with them is that of node:crypto.
(function (host) {
  const crypt = host.keys();
  const { isObject } = host.require("streams_shared");
  const { DOMException } = host.require("domexception");
  const { Buffer } = host.require("buffer");
  const names = { ECDSA: "ECDSA", ED25519: "Ed25519", "RSASSA-PKCS1-V1_5": "RSASSA-PKCS1-v1_5", "RSA-PSS": "RSA-PSS" };
  const curves = { "P-256": "prime256v1", "P-384": "secp384r1", "P-521": "secp521r1" };
  const hashes = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"];
  const refuse = (message, name) => new DOMException(message, name);

  function hashOf(algorithm) {
    const hash = `${isObject(algorithm.hash) ? algorithm.hash.name : algorithm.hash}`.toUpperCase();
    if (!hashes.includes(hash)) throw refuse("Unrecognized algorithm name", "NotSupportedError");
    return hash;
  }
  function usagesOf(name, usages, allowed) {
    const list = [...usages];
    if (list.some((usage) => !allowed.includes(usage))) throw refuse(`Unsupported key usage for a ${name === "ECDSA" || name === "Ed25519" ? name : "RSA"} key`, "SyntaxError");
    return allowed.filter((usage) => list.includes(usage));
  }
  /** What the algorithm of a key says. */
  function describe(name, algorithm, handle) {
    if (name === "Ed25519") return { name };
    if (name === "ECDSA") return { name, namedCurve: algorithm.namedCurve };
    const { modulusLength, publicExponent } = crypt.kind(handle)[1];
    let hex = BigInt(publicExponent).toString(16);
    if (hex.length % 2) hex = `0${hex}`;
    return { name, modulusLength, publicExponent: new Uint8Array(Buffer.from(hex, "hex")), hash: { name: hashOf(algorithm) } };
  }
  const fields = (type, handle, name, algorithm, extractable, usages) =>
    ({ type, handle, algorithm: describe(name, algorithm, handle), extractable: Boolean(extractable), usages });

  function make(name, algorithm) {
    if (name === "Ed25519") return crypt.generate("ed25519", {});
    if (name === "ECDSA") {
      if (!curves[algorithm.namedCurve]) throw refuse("Unrecognized namedCurve", "NotSupportedError");
      return crypt.generate("ec", { namedCurve: algorithm.namedCurve });
    }
    hashOf(algorithm);
    try {
      return crypt.generate("rsa", { modulusLength: algorithm.modulusLength, publicExponent: Number(`0x${Buffer.from(algorithm.publicExponent).toString("hex")}`) });
    } catch (error) {
      throw refuse(error.message, "OperationError");
    }
  }
  function generateKey(name, algorithm, extractable, usages) {
    const list = usagesOf(name, usages, ["sign", "verify"]);
    const handle = make(name, algorithm);
    if (!list.includes("sign")) throw refuse("Usages cannot be empty when creating a key.", "SyntaxError");
    return {
      publicKey: fields("public", crypt.public(handle), name, algorithm, true, list.filter((usage) => usage === "verify")),
      privateKey: fields("private", handle, name, algorithm, extractable, ["sign"]),
    };
  }

  /** The handle of a key in one of the formats, and whether it is private. */
  function read(name, format, data, algorithm) {
    if (format === "jwk") {
      const kty = name === "ECDSA" ? "EC" : name === "Ed25519" ? "OKP" : "RSA";
      if (!isObject(data)) throw refuse("Invalid keyData", "DataError");
      if (data.kty !== kty) throw refuse('Invalid JWK "kty" Parameter', "DataError");
      if (kty === "EC" && data.crv !== algorithm.namedCurve) throw refuse('JWK "crv" does not match the requested algorithm', "DataError");
      const handle = crypt.fromJwk(data);
      return [data.d === undefined ? crypt.public(handle) : handle, data.d !== undefined];
    }
    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (format === "spki") return [crypt.public(crypt.read(bytes, "der", "spki", false)), false];
    if (format === "pkcs8") return [crypt.read(bytes, "der", "pkcs8", true), true];
    if (format === "raw" && name === "Ed25519") return [crypt.fromJwk({ kty: "OKP", crv: "Ed25519", x: Buffer.from(bytes).toString("base64url") }), false];
    if (format === "raw" && name === "ECDSA") {
      const half = (bytes.length - 1) / 2;
      const part = (from) => Buffer.from(bytes.subarray(from, from + half)).toString("base64url");
      return [crypt.fromJwk({ kty: "EC", crv: algorithm.namedCurve, x: part(1), y: part(1 + half) }), false];
    }
    throw refuse(`Unable to import ${name} key with format ${format}`, "NotSupportedError");
  }
  function importKey(name, format, data, algorithm, extractable, usages) {
    if (name === "ECDSA" && !curves[algorithm.namedCurve]) throw refuse("Unrecognized namedCurve", "NotSupportedError");
    let handle, isPrivate;
    try {
      [handle, isPrivate] = read(name, format, data, algorithm);
    } catch (error) {
      throw error instanceof DOMException ? error : refuse("Invalid keyData", "DataError");
    }
    const list = usagesOf(name, usages, isPrivate ? ["sign"] : ["verify"]);
    if (isPrivate && list.length === 0) throw refuse("Usages cannot be empty when importing a private key.", "SyntaxError");
    const [kind, details] = crypt.kind(handle);
    if (kind !== (name === "ECDSA" ? "ec" : name === "Ed25519" ? "ed25519" : "rsa")) throw refuse("Invalid key type", "DataError");
    if (name === "ECDSA" && details.namedCurve !== curves[algorithm.namedCurve]) throw refuse("Named curve mismatch", "DataError");
    return fields(isPrivate ? "private" : "public", handle, name, algorithm, extractable, list);
  }

  const jwkFields = { EC: ["kty", "x", "y", "crv", "d"], OKP: ["crv", "d", "x", "kty"], RSA: ["kty", "n", "e", "d", "p", "q", "dp", "dq", "qi"] };
  const short = { "SHA-1": "1", "SHA-256": "256", "SHA-384": "384", "SHA-512": "512" };
  function exportKey(format, { handle, type, algorithm, extractable, usages }) {
    if (format === "jwk") {
      const { name, hash } = algorithm;
      const made = crypt.toJwk(handle);
      const jwk = { key_ops: usages, ext: extractable };
      for (const field of jwkFields[made.kty]) if (made[field] !== undefined) jwk[field] = made[field];
      if (hash) jwk.alg = (name === "RSA-PSS" ? "PS" : "RS") + short[hash.name];
      else if (name === "Ed25519") jwk.alg = name;
      return jwk;
    }
    if (format === "spki" && type === "public" || format === "pkcs8" && type === "private") return Uint8Array.from(Buffer.from(crypt.write(handle, "der", format))).buffer;
    if (format === "raw" && type === "public" && algorithm.hash) throw refuse(`Unable to export a raw ${algorithm.name} public key`, "InvalidAccessError");
    if (format === "raw" && type === "public") {
      const { x, y } = crypt.toJwk(handle);
      const parts = y === undefined ? [Buffer.from(x, "base64url")] : [Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
      return Uint8Array.from(Buffer.concat(parts)).buffer;
    }
    throw refuse(format === "spki" || format === "pkcs8" || format === "raw" ? `Unable to export ${algorithm.name} ${type} key using ${format} format` : "Invalid keyFormat", "NotSupportedError");
  }

  /** The hash, and the options of node:crypto, of a signature. */
  function manner(key, algorithm) {
    switch (key.algorithm.name) {
      case "ECDSA": return [hashOf(algorithm), { raw: true }];
      case "Ed25519": return ["", {}];
      case "RSA-PSS": return [key.algorithm.hash.name, { pss: true, saltLength: algorithm.saltLength }];
      default: return [key.algorithm.hash.name, {}];
    }
  }
  function sign(key, algorithm, data) {
    const [hash, options] = manner(key, algorithm);
    return crypt.sign(hash, data, key.handle, options);
  }
  function verify(key, algorithm, data, signature) {
    const [hash, options] = manner(key, algorithm);
    return crypt.verify(hash, data, key.handle, options, signature);
  }
  return { names, generateKey, importKey, exportKey, sign, verify };
})
