// This file has crypto.subtle: hashes, HMAC, PBKDF2 and HKDF. Pairs of keys are in subtle_keys.js, and AES is in
// subtle_aes.js.
(function (host) {
  const { fault, isObject } = host.require("streams_shared");
  const { finish } = host.require("shown");
  const { refuse, failed, unrecognized, required, nameOf, hashOf, bytesOf, copyOf, usagesOf, secretOf, notExported } = host.require("subtle_shared");
  const token = {}; // the constructors require it, and only this file has it
  const illegal = () => fault("TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
  const blocks = { "SHA-1": 512, "SHA-256": 512, "SHA-384": 1024, "SHA-512": 1024 };
  const hashBits = { "SHA-1": 160, "SHA-256": 256, "SHA-384": 384, "SHA-512": 512 };
  const mostBits = 2 ** 31 - 1; // of a key
  const mostInfo = 1024; // bytes
  const jwkNames = { "SHA-1": "HS1", "SHA-256": "HS256", "SHA-384": "HS384", "SHA-512": "HS512" };
  const formats = ["raw", "pkcs8", "spki", "jwk"];
  let keyOf; // (CryptoKey): returns its fields

  function needs(where, n, args) {
    if (args.length >= n) return;
    throw fault("TypeError", "ERR_MISSING_ARGS", `Failed to execute '${where}' on 'SubtleCrypto': ${n} arguments required, but only ${args.length} present.`);
  }
  const isKey = (value) => isObject(value) && value instanceof CryptoKey;
  function keyArgument(where, value, place = "2nd") {
    if (isKey(value)) return keyOf(value);
    throw fault("TypeError", "ERR_INVALID_ARG_TYPE", `Failed to execute '${where}' on 'SubtleCrypto': ${place} argument is not of type CryptoKey.`);
  }
  function formatArgument(where, format) {
    if (formats.includes(`${format}`)) return `${format}`;
    throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `Failed to execute '${where}' on 'SubtleCrypto': 1st argument value '${format}' is not a valid enum value of type KeyFormat.`);
  }

  const pairs = () => host.require("subtle_keys");
  const aes = () => host.require("subtle_aes");
  const signers = ["ECDSA", "ED25519", "RSASSA-PKCS1-V1_5", "RSA-PSS"];
  const agreements = { ECDH: "EcdhKeyDeriveParams", X25519: "EcdhKeyDeriveParams" };
  const derivations = ["PBKDF2", "HKDF"];
  const ciphers = ["AES-GCM", "AES-CBC", "AES-CTR"];
  const isAES = (name) => name === "AES-KW" || ciphers.includes(name);
  const isPair = (name) => signers.includes(name) || name in agreements || name === "RSA-OAEP";

  /** Returns the key for a signature, if it is for this algorithm. */
  function signer(where, algorithm, key) {
    const name = nameOf(algorithm);
    if (name !== "HMAC" && !signers.includes(name)) throw unrecognized();
    if (!key.usages.includes(where)) throw refuse(`Unable to use this key to ${where}`, "InvalidAccessError");
    if (key.algorithm.name.toUpperCase() !== name) throw refuse("Key algorithm mismatch", "InvalidAccessError");
    return key;
  }
  /** Returns the file that implements a cipher, and the cipher's parameters. */
  function cipherOf(where, algorithm) {
    const name = nameOf(algorithm);
    if (name === "RSA-OAEP") {
      const label = isObject(algorithm) ? algorithm.label : undefined;
      return { name, file: pairs(), parameters: label === undefined ? {} : { label: copyOf(bytesOf(where, 0, label)) } };
    }
    if (!ciphers.includes(name) && !(name === "AES-KW" && where.endsWith("wrapKey"))) throw unrecognized();
    return { name, file: aes(), parameters: aes().parametersOf(name, algorithm, where) };
  }
  function run({ name, file, parameters }, usage, key, data, decrypts) {
    if (key.algorithm.name !== name || !key.usages.includes(usage)) throw refuse("The requested operation is not valid for the provided key", "InvalidAccessError");
    return file.cipher(key, parameters, copyOf(data), decrypts);
  }

  function importSecret(name, format, data, extractable, given) {
    if (format !== "raw") throw refuse(`Unable to import ${name} key with format ${format}`, "NotSupportedError");
    const usages = usagesOf(given, ["deriveKey", "deriveBits"], `a ${name}`);
    if (extractable) throw refuse(`${name} keys are not extractable`, "SyntaxError");
    if (usages.length === 0) throw refuse("Usages cannot be empty when importing a secret key.", "SyntaxError");
    return { bytes: copyOf(bytesOf("importKey", 1, data)), extractable: false, algorithm: { name }, usages };
  }
  /** Returns the length in an algorithm, or undefined. dictionary is the name of such an algorithm in the standard. */
  function lengthOf({ length }, dictionary) {
    if (length === undefined) return undefined;
    const problem = (code, text) => fault("TypeError", code, `Failed to normalize algorithm: 'length' of '${dictionary}' (passed algorithm) is ${text}.`);
    const n = Math.trunc(Number(length));
    if (!Number.isFinite(n)) throw problem("ERR_INVALID_ARG_TYPE", "not a finite number");
    if (n < 0 || n > 0xffffffff) throw problem("ERR_OUT_OF_RANGE", "outside the expected range of 0 to 4294967295");
    return n;
  }
  function importHMAC(format, data, algorithm, extractable, given) {
    const hash = hashOf(required(algorithm, "HmacImportParams", "hash"));
    const usages = usagesOf(given, ["sign", "verify"], "an HMAC");
    let bytes;
    if (format === "raw") bytes = copyOf(bytesOf("importKey", 1, data));
    else if (format === "jwk") bytes = secretOf(data, { alg: () => jwkNames[hash], use: "sig", extractable, usages });
    else throw refuse(`Unable to import HMAC key with format ${format}`, "NotSupportedError");
    if (usages.length === 0) throw refuse("Usages cannot be empty when importing a secret key.", "SyntaxError");
    const length = format === "raw" ? lengthOf(algorithm, "HmacImportParams") : undefined;
    if (bytes.length === 0 || length === 0) throw refuse("Zero-length key is not supported", "DataError");
    if (length !== undefined && length !== bytes.length * 8) throw refuse("Invalid key length", "DataError");
    return newHMAC(bytes, hash, extractable, usages);
  }
  const newHMAC = (bytes, hash, extractable, usages) =>
    ({ bytes, hash, extractable: Boolean(extractable), usages, algorithm: { name: "HMAC", hash: { name: hash }, length: bytes.length * 8 } });
  function generateHMAC(algorithm, extractable, given) {
    const hash = hashOf(required(algorithm, "HmacKeyGenParams", "hash"));
    const usages = usagesOf(given, ["sign", "verify"], "an HMAC");
    if (usages.length === 0) throw refuse("Usages cannot be empty when creating a key.", "SyntaxError");
    const bits = lengthOf(algorithm, "HmacKeyGenParams") ?? blocks[hash];
    if (bits % 8 !== 0) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The property 'algorithm.length' must be a multiple of 8. Received ${bits}`);
    if (bits === 0 || bits > mostBits) throw failed();
    const bytes = new Uint8Array(bits / 8);
    for (let at = 0; at < bytes.length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
    return newHMAC(bytes, hash, extractable, ["sign", "verify"].filter((usage) => usages.includes(usage)));
  }
  /** Returns the fields of an imported key. */
  function imported(format, data, algorithm, extractable, usages) {
    const name = nameOf(algorithm);
    if (format !== "jwk") bytesOf("importKey", 1, data);
    if (derivations.includes(name)) return importSecret(name, format, data, extractable, usages);
    if (isAES(name)) return aes().importKey(name, format, data, extractable, usages);
    if (isPair(name)) return pairs().importKey(pairs().names[name], format, data, algorithm, extractable, usages);
    if (name !== "HMAC") throw unrecognized();
    return importHMAC(format, data, algorithm, extractable, usages);
  }
  /** Returns a key in a format: an ArrayBuffer, or a JWK. */
  function exported(format, key) {
    const { bytes, hash, extractable, usages } = key;
    if (!extractable) throw refuse("key is not extractable", "InvalidAccessException");
    if (key.handle !== undefined) return pairs().exportKey(format, key);
    if (isAES(key.algorithm.name)) return aes().exportKey(format, key);
    if (format === "raw") return bytes.slice().buffer;
    if (format !== "jwk") throw notExported(format, key);
    return { key_ops: usages, ext: true, kty: "oct", k: host.require("buffer").Buffer.from(bytes).toString("base64url"), alg: jwkNames[hash] };
  }

  /** Derives bits from a key, which must have the usage. */
  function derive(usage, algorithm, key, bits) {
    const name = nameOf(algorithm);
    let theirs;
    if (name in agreements) {
      theirs = required(algorithm, agreements[name], "public");
      if (!isKey(theirs)) throw fault("TypeError", "ERR_INVALID_ARG_TYPE", `Failed to normalize algorithm: 'public' of '${agreements[name]}' (passed algorithm) is not of type CryptoKey.`);
    } else if (!derivations.includes(name)) {
      throw unrecognized();
    }
    if (!key.usages.includes(usage)) throw refuse(`baseKey does not have ${usage} usage`, "InvalidAccessError");
    if (key.algorithm.name !== name) throw refuse("Key algorithm mismatch", "InvalidAccessError");
    if (theirs) return pairs().shared(key, keyOf(theirs), bits);
    if (bits === null || bits === undefined) throw refuse("length cannot be null", "OperationError");
    if (bits % 8 !== 0) throw refuse("length must be a multiple of 8", "OperationError");
    const salt = bytesOf(usage, 0, algorithm.salt);
    if (name === "HKDF") {
      const [hash, info] = [hashOf(algorithm.hash), bytesOf(usage, 0, algorithm.info)];
      if (bits > 255 * hashBits[hash] || info.byteLength > mostInfo) throw failed();
      return host.hkdf(hash, key.bytes, salt, info, bits / 8);
    }
    if (!(algorithm.iterations > 0)) throw refuse("iterations cannot be zero", "OperationError");
    return host.pbkdf2(hashOf(algorithm.hash), key.bytes, salt, algorithm.iterations, bits / 8);
  }
  /** Returns how many bits a key of an algorithm has. null means all bits that there are. */
  function bitsOf(type) {
    const name = nameOf(type);
    if (derivations.includes(name)) return null;
    if (isAES(name)) {
      const length = required(type, "AesDerivedKeyParams", "length");
      if (!aes().lengths.includes(length)) throw refuse("Invalid key length", "OperationError");
      return length;
    }
    if (name !== "HMAC") throw unrecognized();
    const hash = hashOf(required(type, "HmacImportParams", "hash"));
    return type.length === undefined ? blocks[hash] : Number(type.length);
  }

  class CryptoKey {
    #key;
    static {
      keyOf = (key) => key.#key;
      host.cloned(CryptoKey, (key) => (#key in key ? new CryptoKey(token, { ...key.#key, usages: [...key.#key.usages] }) : undefined));
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
      return new CryptoKey(token, imported(formatArgument("importKey", format), data, algorithm, extractable, usages));
    }
    async generateKey(algorithm, extractable, usages) {
      needs("generateKey", 3, arguments);
      const name = nameOf(algorithm);
      if (isPair(name)) {
        const { publicKey, privateKey } = pairs().generateKey(pairs().names[name], algorithm, extractable, usages);
        return { publicKey: new CryptoKey(token, publicKey), privateKey: new CryptoKey(token, privateKey) };
      }
      if (isAES(name)) return new CryptoKey(token, aes().generateKey(name, algorithm, extractable, usages));
      if (name !== "HMAC") throw unrecognized();
      return new CryptoKey(token, generateHMAC(algorithm, extractable, usages));
    }
    async exportKey(format, key) {
      needs("exportKey", 2, arguments);
      return exported(formatArgument("exportKey", format), keyArgument("exportKey", key));
    }
    async deriveBits(algorithm, key, length) {
      needs("deriveBits", 2, arguments);
      return derive("deriveBits", algorithm, keyArgument("deriveBits", key), length);
    }
    async deriveKey(algorithm, key, type, extractable, usages) {
      needs("deriveKey", 5, arguments);
      const bits = bitsOf(type);
      return new CryptoKey(token, imported("raw", derive("deriveKey", algorithm, keyArgument("deriveKey", key), bits), type, extractable, usages));
    }
    async sign(algorithm, key, data) {
      needs("sign", 3, arguments);
      const text = bytesOf("sign", 2, data);
      const fields = signer("sign", algorithm, keyArgument("sign", key));
      return fields.handle === undefined ? host.digest(fields.hash, text, fields.bytes) : pairs().sign(fields, algorithm, copyOf(text));
    }
    async verify(algorithm, key, signature, data) {
      needs("verify", 4, arguments);
      const [given, text] = [bytesOf("verify", 2, signature), bytesOf("verify", 3, data)];
      const fields = signer("verify", algorithm, keyArgument("verify", key));
      if (fields.handle !== undefined) return pairs().verify(fields, algorithm, copyOf(text), copyOf(given));
      return host.equal(given, host.digest(fields.hash, text, fields.bytes));
    }
    async encrypt(algorithm, key, data) {
      needs("encrypt", 3, arguments);
      const fields = keyArgument("encrypt", key);
      const text = bytesOf("encrypt", 2, data);
      return run(cipherOf("encrypt", algorithm), "encrypt", fields, text, false);
    }
    async decrypt(algorithm, key, data) {
      needs("decrypt", 3, arguments);
      const fields = keyArgument("decrypt", key);
      const text = bytesOf("decrypt", 2, data);
      return run(cipherOf("decrypt", algorithm), "decrypt", fields, text, true);
    }
    async wrapKey(format, key, wrappingKey, algorithm) {
      needs("wrapKey", 4, arguments);
      const cipher = cipherOf("wrapKey", algorithm);
      const wrapping = keyArgument("wrapKey", wrappingKey, "3rd");
      let data = exported(formatArgument("wrapKey", format), keyArgument("wrapKey", key));
      if (format === "jwk") {
        const text = JSON.stringify(data);
        data = new TextEncoder().encode(cipher.name === "AES-KW" ? text.padEnd(Math.ceil(text.length / 8) * 8) : text);
      }
      return run(cipher, "wrapKey", wrapping, data, false);
    }
    async unwrapKey(format, wrapped, key, algorithm, type, extractable, usages) {
      needs("unwrapKey", 7, arguments);
      formatArgument("unwrapKey", format);
      const cipher = cipherOf("unwrapKey", algorithm);
      let data = run(cipher, "unwrapKey", keyArgument("unwrapKey", key, "3rd"), bytesOf("unwrapKey", 1, wrapped), true);
      if (format === "jwk") {
        try {
          data = JSON.parse(new TextDecoder().decode(data));
        } catch {
          throw refuse("Invalid wrapped JWK key", "DataError");
        }
      }
      return new CryptoKey(token, imported(`${format}`, data, type, extractable, usages));
    }
  }
  finish(SubtleCrypto, "SubtleCrypto", () => ({}));
  /** node:crypto gets the fields of a CryptoKey, undefined for other values. */
  host.ofKeys((value) => {
    if (!isKey(value)) return undefined;
    const { handle, bytes, type = "secret" } = keyOf(value);
    return { handle, bytes, type };
  });
  return { CryptoKey, SubtleCrypto, subtle: new SubtleCrypto(token) };
})
