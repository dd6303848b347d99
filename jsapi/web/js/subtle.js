// crypto.subtle: hashes, HMAC, PBKDF2, HKDF, and signatures (subtle_keys.js). Other algorithms are refused by name.
(function (host) {
  const { fault, isObject } = host.require("streams_shared");
  const { DOMException } = host.require("domexception");
  const { finish } = host.require("shown");
  const token = {}; // what only this file has, and the constructors ask for
  const illegal = () => fault("TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
  const lengths = { "SHA-1": 160, "SHA-256": 256, "SHA-384": 384, "SHA-512": 512 };
  const blocks = { "SHA-1": 512, "SHA-256": 512, "SHA-384": 1024, "SHA-512": 1024 };
  const jwkNames = { "SHA-1": "HS1", "SHA-256": "HS256", "SHA-384": "HS384", "SHA-512": "HS512" };
  const refused = (name) => new DOMException(`${name} is not supported by crypto.subtle here: only SHA-1, SHA-256, SHA-384, SHA-512, HMAC, PBKDF2, HKDF, ECDSA, Ed25519, RSASSA-PKCS1-v1_5 and RSA-PSS are`, "NotSupportedError");
  const known = ["AES-CBC", "AES-CTR", "AES-GCM", "AES-KW", "ECDH", "ECDSA", "ED25519", "HKDF", "PBKDF2", "RSA-OAEP", "RSA-PSS", "RSASSA-PKCS1-V1_5", "X25519"];
  let keyOf; // (CryptoKey): { bytes, hash }

  function needs(where, n, args) {
    if (args.length >= n) return;
    throw fault("TypeError", "ERR_MISSING_ARGS", `Failed to execute '${where}' on 'SubtleCrypto': ${n} arguments required, but only ${args.length} present.`);
  }
  const places = ["1st", "2nd", "3rd", "4th", "5th"];
  function bytesOf(where, i, value) {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value;
    throw fault("TypeError", "ERR_INVALID_ARG_TYPE", `Failed to execute '${where}' on 'SubtleCrypto': ${places[i]} argument is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
  }
  function keyArgument(where, value) {
    if (isObject(value) && value instanceof CryptoKey) return keyOf(value);
    throw fault("TypeError", "ERR_INVALID_ARG_TYPE", `Failed to execute '${where}' on 'SubtleCrypto': 2nd argument is not of type CryptoKey.`);
  }
  const unnamed = (dictionary, key) => fault("TypeError", "ERR_MISSING_OPTION",
    `Failed to normalize algorithm: passed algorithm can not be converted to '${dictionary}' because '${key}' is required in '${dictionary}'.`);

  /** The name of an algorithm in capitals. */
  function nameOf(algorithm) {
    if (!isObject(algorithm)) return `${algorithm}`.toUpperCase();
    if (algorithm.name === undefined) throw unnamed("Algorithm", "name");
    return `${algorithm.name}`.toUpperCase();
  }
  function hashOf(algorithm) {
    const name = nameOf(algorithm);
    if (lengths[name]) return name;
    throw known.includes(name) ? refused(name) : new DOMException("Unrecognized algorithm name", "NotSupportedError");
  }
  function checkHMAC(algorithm) {
    const name = nameOf(algorithm);
    if (name === "HMAC") return;
    throw known.includes(name) ? refused(name) : new DOMException("Unrecognized algorithm name", "NotSupportedError");
  }
  function hmacHash(algorithm, dictionary) {
    checkHMAC(algorithm);
    if (!isObject(algorithm) || algorithm.hash === undefined) throw unnamed(dictionary, "hash");
    return hashOf(algorithm.hash);
  }
  const pairs = () => host.require("subtle_keys");
  /** The name of an algorithm that has pairs of keys, undefined for another one. */
  const pairName = (algorithm) => (["ECDSA", "ED25519", "RSASSA-PKCS1-V1_5", "RSA-PSS"].includes(nameOf(algorithm)) ? pairs().names[nameOf(algorithm)] : undefined);
  /** The key that is used, if it is one of a pair. */
  function pairKey(algorithm, key, usage) {
    if (key.handle === undefined) return false;
    if (pairName(algorithm) !== key.algorithm.name) throw new DOMException("Key algorithm mismatch", "InvalidAccessError");
    use(key, usage);
    return true;
  }
  /** The names of what bits are derived with. */
  const derivations = { PBKDF2: "PBKDF2", HKDF: "HKDF" };
  function copyOf(from) {
    return from instanceof ArrayBuffer ? new Uint8Array(from).slice() : new Uint8Array(from.buffer, from.byteOffset, from.byteLength).slice();
  }
  function importSecret(name, format, data, extractable, usages) {
    if (format !== "raw") throw new DOMException(`Unable to import ${name} key with format ${format}`, "NotSupportedError");
    const list = [...usages];
    if (list.some((usage) => usage !== "deriveKey" && usage !== "deriveBits")) throw new DOMException(`Unsupported key usage for a ${name} key`, "SyntaxError");
    if (extractable) throw new DOMException(`${name} keys are not extractable`, "SyntaxError");
    if (list.length === 0) throw new DOMException("Usages cannot be empty when importing a secret key.", "SyntaxError");
    return new CryptoKey(token, {
      bytes: copyOf(bytesOf("importKey", 1, data)), extractable: false, algorithm: { name },
      usages: ["deriveKey", "deriveBits"].filter((usage) => list.includes(usage)),
    });
  }
  function derive(where, algorithm, key, bits) {
    const name = derivations[nameOf(algorithm)];
    if (!name) throw refused(`${where} with ${nameOf(algorithm)}`);
    if (key.algorithm.name !== name) throw new DOMException("Key algorithm mismatch", "InvalidAccessError");
    if (bits === null || bits === undefined) throw new DOMException("length cannot be null", "OperationError");
    if (bits % 8 !== 0) throw new DOMException("length must be a multiple of 8", "OperationError");
    const salt = bytesOf(where, 0, algorithm.salt);
    if (name === "HKDF") return host.hkdf(hashOf(algorithm.hash), key.bytes, salt, bytesOf(where, 0, algorithm.info), bits / 8);
    if (!(algorithm.iterations > 0)) throw new DOMException("iterations cannot be zero", "OperationError");
    return host.pbkdf2(hashOf(algorithm.hash), key.bytes, salt, algorithm.iterations, bits / 8);
  }
  function usagesOf(usages) {
    const list = [...usages];
    if (list.some((usage) => usage !== "sign" && usage !== "verify")) throw new DOMException("Unsupported key usage for an HMAC key", "SyntaxError");
    return ["sign", "verify"].filter((usage) => list.includes(usage));
  }

  class CryptoKey {
    #key;
    static {
      keyOf = (key) => key.#key;
    }
    constructor(key, fields) {
      if (key !== token) throw illegal();
      this.#key = fields;
    }
    get type() { return this.#key.type ?? "secret"; }
    get extractable() { return this.#key.extractable; }
    get algorithm() { return this.#key.algorithm; }
    get usages() { return this.#key.usages; }
  }
  finish(CryptoKey, "CryptoKey", ({ type, extractable, algorithm, usages }) => ({ type, extractable, algorithm, usages }));

  function newKey(bytes, hash, extractable, usages) {
    return new CryptoKey(token, { bytes, hash, extractable: Boolean(extractable), usages, algorithm: { name: "HMAC", hash: { name: hash }, length: bytes.length * 8 } });
  }
  function use(key, usage) {
    if (!key.usages.includes(usage)) throw new DOMException(`Unable to use this key to ${usage}`, "InvalidAccessError");
    return key;
  }

  class SubtleCrypto {
    constructor(key) {
      if (key !== token) throw illegal();
    }
    async digest(algorithm, data) {
      if (!(this instanceof SubtleCrypto)) throw fault("TypeError", "ERR_INVALID_THIS", 'Value of "this" must be of type SubtleCrypto');
      needs("digest", 2, arguments);
      const bytes = bytesOf("digest", 1, data);
      return host.digest(hashOf(algorithm), bytes);
    }
    async importKey(format, data, algorithm, extractable, usages) {
      needs("importKey", 5, arguments);
      const secret = derivations[nameOf(algorithm)];
      if (secret) return importSecret(secret, format, data, extractable, usages);
      const pair = pairName(algorithm);
      if (pair) {
        if (format !== "jwk") bytesOf("importKey", 1, data);
        return new CryptoKey(token, pairs().importKey(pair, format, data, algorithm, extractable, usages));
      }
      const hash = hmacHash(algorithm, "HmacImportParams");
      const list = usagesOf(usages);
      if (list.length === 0) throw new DOMException("Usages cannot be empty when importing a secret key.", "SyntaxError");
      let bytes;
      if (format === "raw") {
        bytes = copyOf(bytesOf("importKey", 1, data));
      } else if (format === "jwk") {
        if (!isObject(data) || data.kty !== "oct" || typeof data.k !== "string") throw new DOMException("Invalid keyData", "DataError");
        bytes = new Uint8Array(host.require("buffer").Buffer.from(data.k, "base64url"));
      } else {
        throw new DOMException(`Unable to import HMAC key with format ${format}`, "NotSupportedError");
      }
      if (bytes.length === 0) throw new DOMException("Zero-length key is not supported", "DataError");
      return newKey(bytes, hash, extractable, list);
    }
    async generateKey(algorithm, extractable, usages) {
      needs("generateKey", 3, arguments);
      const pair = pairName(algorithm);
      if (pair) {
        const { publicKey, privateKey } = pairs().generateKey(pair, algorithm, extractable, usages);
        return { publicKey: new CryptoKey(token, publicKey), privateKey: new CryptoKey(token, privateKey) };
      }
      const hash = hmacHash(algorithm, "HmacKeyGenParams");
      const list = usagesOf(usages);
      if (list.length === 0) throw new DOMException("Usages cannot be empty when creating a key.", "SyntaxError");
      const bits = algorithm.length === undefined ? blocks[hash] : Number(algorithm.length);
      const bytes = new Uint8Array(Math.ceil(bits / 8));
      for (let at = 0; at < bytes.length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
      return newKey(bytes, hash, extractable, list);
    }
    async exportKey(format, key) {
      needs("exportKey", 2, arguments);
      const fields = keyArgument("exportKey", key);
      const { bytes, hash, extractable, usages } = fields;
      if (!extractable) throw new DOMException("key is not extractable", "InvalidAccessException");
      if (fields.handle !== undefined) return pairs().exportKey(format, fields);
      if (format === "raw") return bytes.slice().buffer;
      if (format !== "jwk") throw new DOMException(`Unable to export HMAC key with format ${format}`, "NotSupportedError");
      return { key_ops: usages, ext: true, kty: "oct", k: host.require("buffer").Buffer.from(bytes).toString("base64url"), alg: jwkNames[hash] };
    }
    async deriveBits(algorithm, key, length) {
      needs("deriveBits", 2, arguments);
      return derive("deriveBits", algorithm, use(keyArgument("deriveBits", key), "deriveBits"), length);
    }
    async deriveKey(algorithm, key, type, extractable, usages) {
      needs("deriveKey", 5, arguments);
      const from = use(keyArgument("deriveKey", key), "deriveKey");
      const hash = hmacHash(type, "HmacImportParams");
      const bits = type.length === undefined ? blocks[hash] : Number(type.length);
      return this.importKey("raw", derive("deriveKey", algorithm, from, bits), type, extractable, usages);
    }
    async sign(algorithm, key, data) {
      needs("sign", 3, arguments);
      const fields = keyArgument("sign", key);
      if (pairKey(algorithm, fields, "sign")) return pairs().sign(fields, algorithm, copyOf(bytesOf("sign", 2, data)));
      const { bytes, hash } = use(fields, "sign");
      checkHMAC(algorithm);
      return host.digest(hash, bytesOf("sign", 2, data), bytes);
    }
    async verify(algorithm, key, signature, data) {
      needs("verify", 4, arguments);
      const fields = keyArgument("verify", key);
      if (pairKey(algorithm, fields, "verify")) return pairs().verify(fields, algorithm, copyOf(bytesOf("verify", 3, data)), copyOf(bytesOf("verify", 2, signature)));
      const { bytes, hash } = use(fields, "verify");
      checkHMAC(algorithm);
      return host.equal(bytesOf("verify", 2, signature), host.digest(hash, bytesOf("verify", 3, data), bytes));
    }
  }
  for (const name of ["encrypt", "decrypt", "wrapKey", "unwrapKey"]) {
    const value = { async [name](algorithm) { throw refused(`${name} with ${nameOf(algorithm)}`); } }[name];
    Object.defineProperty(SubtleCrypto.prototype, name, { value, writable: true, configurable: true });
  }
  finish(SubtleCrypto, "SubtleCrypto", () => ({}));
  return { CryptoKey, SubtleCrypto, subtle: new SubtleCrypto(token) };
})
