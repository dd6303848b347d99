// This file has pairs of keys of crypto.subtle: ECDSA, ECDH, Ed25519, X25519 and RSA. It uses node:crypto for all
// operations.
(function (host) {
  const crypt = host.keys();
  const { isObject } = host.require("streams_shared");
  const { DOMException } = host.require("domexception");
  const { Buffer } = host.require("buffer");
  const { refuse, failed, required, hashOf, usagesOf, checkJWK, notExported } = host.require("subtle_shared");
  const curves = { "P-256": "prime256v1", "P-384": "secp384r1", "P-521": "secp521r1" };
  const signs = { public: ["verify"], private: ["sign"], use: "sig" };
  const derives = { public: [], private: ["deriveKey", "deriveBits"], use: "enc" };
  const encrypts = { public: ["encrypt", "wrapKey"], private: ["decrypt", "unwrapKey"], use: "enc" };
  /** The properties of each algorithm. type is its name in node:crypto, and jwk has the names for its hashes in a JWK. */
  const kinds = {
    "ECDSA": { type: "ec", kty: "EC", ...signs },
    "ECDH": { type: "ec", kty: "EC", ...derives },
    "Ed25519": { type: "ed25519", kty: "OKP", ...signs },
    "X25519": { type: "x25519", kty: "OKP", ...derives },
    "RSASSA-PKCS1-v1_5": { type: "rsa", kty: "RSA", ...signs, jwk: { "SHA-1": "RS1", "SHA-256": "RS256", "SHA-384": "RS384", "SHA-512": "RS512" } },
    "RSA-PSS": { type: "rsa", kty: "RSA", ...signs, jwk: { "SHA-1": "PS1", "SHA-256": "PS256", "SHA-384": "PS384", "SHA-512": "PS512" } },
    "RSA-OAEP": { type: "rsa", kty: "RSA", ...encrypts, jwk: { "SHA-1": "RSA-OAEP", "SHA-256": "RSA-OAEP-256", "SHA-384": "RSA-OAEP-384", "SHA-512": "RSA-OAEP-512" } },
  };
  const names = Object.fromEntries(Object.keys(kinds).map((name) => [name.toUpperCase(), name]));

  /** Returns the algorithm of a key, as the script sees it. */
  function describe(name, algorithm, handle) {
    const { type } = kinds[name];
    if (type === "ec") return { name, namedCurve: algorithm.namedCurve };
    if (type !== "rsa") return { name };
    const { modulusLength, publicExponent } = crypt.kind(handle)[1];
    let hex = BigInt(publicExponent).toString(16);
    if (hex.length % 2) hex = `0${hex}`;
    return { name, modulusLength, publicExponent: new Uint8Array(Buffer.from(hex, "hex")), hash: { name: hashOf(algorithm.hash) } };
  }
  const fields = (type, handle, name, algorithm, extractable, usages) =>
    ({ type, handle, algorithm: describe(name, algorithm, handle), extractable: Boolean(extractable), usages });

  function checkCurve(dictionary, algorithm) {
    if (!curves[required(algorithm, dictionary, "namedCurve")]) throw refuse("Unrecognized namedCurve", "NotSupportedError");
  }
  function make(name, algorithm) {
    const { type } = kinds[name];
    if (type === "ec") return crypt.generate("ec", { namedCurve: algorithm.namedCurve });
    if (type !== "rsa") return crypt.generate(type, {});
    try {
      return crypt.generate("rsa", { modulusLength: algorithm.modulusLength, publicExponent: Number(`0x${Buffer.from(algorithm.publicExponent).toString("hex")}`) });
    } catch (error) {
      throw refuse(error.message, "OperationError");
    }
  }
  function generateKey(name, algorithm, extractable, given) {
    const kind = kinds[name];
    if (kind.type === "ec") checkCurve("EcKeyGenParams", algorithm);
    if (kind.type === "rsa") hashOf(required(algorithm, "RsaHashedKeyGenParams", "hash"));
    const usages = usagesOf(given, [...kind.public, ...kind.private], kind.type === "rsa" ? "a RSA" : `an ${name}`);
    const handle = make(name, algorithm);
    const [ofPublic, ofPrivate] = [kind.public, kind.private].map((allowed) => allowed.filter((usage) => usages.includes(usage)));
    if (ofPrivate.length === 0) throw refuse("Usages cannot be empty when creating a key.", "SyntaxError");
    return {
      publicKey: fields("public", crypt.public(handle), name, algorithm, true, ofPublic),
      privateKey: fields("private", handle, name, algorithm, extractable, ofPrivate),
    };
  }

  /** Reads a key in one of the formats. Returns its handle, and whether it is private. */
  function read(name, format, data, algorithm, extractable, usages) {
    const { kty, type, use, jwk } = kinds[name];
    if (format === "jwk") {
      if (!isObject(data)) throw refuse("Invalid keyData", "DataError");
      if (data.kty !== kty) throw refuse('Invalid JWK "kty" Parameter', "DataError");
      checkJWK(data, { use, extractable, usages });
      if (kty === "EC" && data.crv !== algorithm.namedCurve) throw refuse('JWK "crv" does not match the requested algorithm', "DataError");
      if (kty === "RSA" && data.alg !== undefined && data.alg !== jwk[hashOf(algorithm.hash)]) throw refuse('JWK "alg" does not match the requested algorithm', "DataError");
      const handle = crypt.fromJwk(data);
      return [data.d === undefined ? crypt.public(handle) : handle, data.d !== undefined];
    }
    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (format === "spki") return [crypt.public(crypt.read(bytes, "der", "spki", false)), false];
    if (format === "pkcs8") return [crypt.read(bytes, "der", "pkcs8", true), true];
    if (format === "raw" && kty === "OKP") {
      if (bytes.length !== 32) throw refuse(`${name} raw keys must be exactly 32-bytes`, "DataError");
      return [crypt.fromJwk({ kty, crv: name, x: Buffer.from(bytes).toString("base64url") }), false];
    }
    if (format === "raw" && type === "ec") return [crypt.point(curves[algorithm.namedCurve], bytes), false];
    throw refuse(`Unable to import ${name} key with format ${format}`, "NotSupportedError");
  }
  function importKey(name, format, data, algorithm, extractable, given) {
    const kind = kinds[name];
    if (kind.type === "ec") checkCurve("EcKeyImportParams", algorithm);
    if (kind.type === "rsa") hashOf(required(algorithm, "RsaHashedImportParams", "hash"));
    let handle, isPrivate;
    try {
      [handle, isPrivate] = read(name, format, data, algorithm, extractable, [...given]);
    } catch (error) {
      throw error instanceof DOMException ? error : refuse("Invalid keyData", "DataError");
    }
    const usages = usagesOf(given, isPrivate ? kind.private : kind.public, `a ${kind.type === "rsa" ? "RSA" : name}`);
    if (isPrivate && usages.length === 0) throw refuse("Usages cannot be empty when importing a private key.", "SyntaxError");
    const [type, details] = crypt.kind(handle);
    if (type !== kind.type) throw refuse("Invalid key type", "DataError");
    if (type === "ec" && details.namedCurve !== curves[algorithm.namedCurve]) throw refuse("Named curve mismatch", "DataError");
    return fields(isPrivate ? "private" : "public", handle, name, algorithm, extractable, usages);
  }

  const jwkFields = { EC: ["kty", "x", "y", "crv", "d"], OKP: ["crv", "d", "x", "kty"], RSA: ["kty", "n", "e", "d", "p", "q", "dp", "dq", "qi"] };
  function exportKey(format, key) {
    const { handle, type, algorithm, extractable, usages } = key;
    if (format === "jwk") {
      const { name, hash } = algorithm;
      const made = crypt.toJwk(handle);
      const jwk = { key_ops: usages, ext: extractable };
      for (const field of jwkFields[made.kty]) if (made[field] !== undefined) jwk[field] = made[field];
      if (hash) jwk.alg = kinds[name].jwk[hash.name];
      else if (name === "Ed25519") jwk.alg = name;
      return jwk;
    }
    if (format === "spki" && type === "public" || format === "pkcs8" && type === "private") return Uint8Array.from(Buffer.from(crypt.write(handle, "der", format))).buffer;
    if (format === "raw" && type === "public" && !algorithm.hash) {
      const { x, y } = crypt.toJwk(handle);
      const parts = y === undefined ? [Buffer.from(x, "base64url")] : [Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
      return Uint8Array.from(Buffer.concat(parts)).buffer;
    }
    throw notExported(format, key);
  }

  /** Returns the hash of a signature, and its options for node:crypto. */
  function manner(key, algorithm) {
    switch (key.algorithm.name) {
      case "ECDSA": return [hashOf(required(algorithm, "EcdsaParams", "hash")), { raw: true }];
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
  /** Encrypts or decrypts with RSA-OAEP. */
  function cipher({ handle, algorithm }, { label = new Uint8Array() }, data, decrypts) {
    try {
      return crypt[decrypts ? "decrypt" : "encrypt"](handle, data, "oaep", algorithm.hash.name, label);
    } catch {
      throw failed();
    }
  }
  /** Returns the secret of a private key and a public key: its first bits, or all if bits is null. */
  function shared(mine, theirs, bits) {
    if (theirs.type !== "public") throw refuse("algorithm.public must be a public key", "InvalidAccessError");
    if (mine.algorithm.name !== theirs.algorithm.name) throw refuse("The public and private keys must be of the same type", "InvalidAccessError");
    if (mine.algorithm.namedCurve !== theirs.algorithm.namedCurve) throw refuse("Named curve mismatch", "InvalidAccessError");
    let all;
    try {
      all = new Uint8Array(crypt.shared(mine.handle, theirs.handle));
    } catch {
      throw failed();
    }
    if (bits === null || bits === undefined) return all.buffer;
    const size = Math.ceil(bits / 8);
    if (size > all.length) throw refuse("derived bit length is too small", "OperationError");
    const some = all.slice(0, size);
    if (bits % 8 !== 0) some[size - 1] &= 0xff00 >> bits % 8;
    return some.buffer;
  }
  return { names, generateKey, importKey, exportKey, sign, verify, cipher, shared };
})
