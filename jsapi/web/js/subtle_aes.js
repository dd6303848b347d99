// This file has AES of crypto.subtle: GCM, CBC, CTR, and KW, which encrypts keys. It uses the ciphers of node:crypto.
(function (host) {
  const crypt = host.keys();
  const { isObject } = host.require("streams_shared");
  const { Buffer } = host.require("buffer");
  const { refuse, failed, required, bytesOf, copyOf, usagesOf, secretOf, notExported } = host.require("subtle_shared");
  const lengths = [128, 192, 256];
  const usagesFor = (name) => (name === "AES-KW" ? ["wrapKey", "unwrapKey"] : ["encrypt", "decrypt", "wrapKey", "unwrapKey"]);
  const jwkName = (name, bytes) => `A${bytes.length * 8}${name.slice(4)}`;
  const fields = (name, bytes, extractable, usages) => ({ bytes, extractable: Boolean(extractable), usages, algorithm: { name, length: bytes.length * 8 } });

  function importKey(name, format, data, extractable, given) {
    const usages = usagesOf(given, usagesFor(name), "an AES");
    let bytes;
    if (format === "raw") bytes = copyOf(bytesOf("importKey", 1, data));
    else if (format === "jwk") bytes = secretOf(data, { alg: (bytes) => jwkName(name, bytes), use: "enc", extractable, usages });
    else throw refuse(`Unable to import AES key with format ${format}`, "NotSupportedError");
    if (!lengths.includes(bytes.length * 8)) throw refuse("Invalid key length", "DataError");
    if (usages.length === 0) throw refuse("Usages cannot be empty when importing a secret key.", "SyntaxError");
    return fields(name, bytes, extractable, usages);
  }
  function generateKey(name, algorithm, extractable, given) {
    const length = required(algorithm, "AesKeyGenParams", "length");
    if (!lengths.includes(length)) throw refuse("AES key length must be 128, 192, or 256 bits", "OperationError");
    const usages = usagesOf(given, usagesFor(name), "an AES");
    if (usages.length === 0) throw refuse("Usages cannot be empty when creating a key.", "SyntaxError");
    return fields(name, crypto.getRandomValues(new Uint8Array(length / 8)), extractable, usagesFor(name).filter((usage) => usages.includes(usage)));
  }
  function exportKey(format, key) {
    const { bytes, algorithm, usages, extractable } = key;
    if (format === "raw") return bytes.slice().buffer;
    if (format !== "jwk") throw notExported(format, key);
    return { key_ops: usages, ext: extractable, kty: "oct", k: Buffer.from(bytes).toString("base64url"), alg: jwkName(algorithm.name, bytes) };
  }

  const handleOf = (key, mode, iv, decrypts) => crypt.cipher(`aes-${key.length * 8}-${mode}`, key, iv, decrypts);
  const run = (handle, data) => Buffer.concat([Buffer.from(handle.update(data)), Buffer.from(handle.final())]);

  function gcm(key, { iv, additionalData, tagLength = 128 }, data, decrypts) {
    if (![32, 64, 96, 104, 112, 120, 128].includes(tagLength)) throw refuse(`${tagLength} is not a valid AES-GCM tag length`, "OperationError");
    const size = tagLength / 8;
    if (decrypts && data.length < size) throw refuse("The provided data is too small.", "OperationError");
    const handle = handleOf(key, "gcm", iv, decrypts);
    if (additionalData !== undefined) handle.aad(copyOf(bytesOf(decrypts ? "decrypt" : "encrypt", 0, additionalData)));
    if (!decrypts) return Buffer.concat([run(handle, data), Buffer.from(handle.tag()).subarray(0, size)]);
    handle.setTag(data.subarray(data.length - size));
    return run(handle, data.subarray(0, data.length - size));
  }
  /** Encrypts with CTR. The counter has length bits, and starts again at 0 after its greatest value. */
  function ctr(key, { counter, length }, data) {
    if (!(length >= 1 && length <= 128)) throw refuse("AES-CTR algorithm.length must be between 1 and 128", "OperationError");
    const start = BigInt(`0x${Buffer.from(counter).toString("hex")}`);
    const all = 1n << BigInt(length);
    const blocks = BigInt(Math.ceil(data.length / 16));
    if (blocks > all) throw failed();
    const left = all - (start & (all - 1n));
    if (blocks <= left) return run(handleOf(key, "ctr", counter, false), data);
    const first = Number(left) * 16;
    const again = Buffer.from((start + left - all).toString(16).padStart(32, "0"), "hex");
    return Buffer.concat([run(handleOf(key, "ctr", counter, false), data.subarray(0, first)), run(handleOf(key, "ctr", again, false), data.subarray(first))]);
  }

  /** Encrypts with AES-KW, RFC 3394. data has blocks of 8 bytes. The result has one block more, which shows whether it was changed. */
  function wrap(key, data) {
    if (data.length % 8 !== 0 || data.length < 16) throw failed();
    const block = handleOf(key, "ecb", undefined, false);
    block.padding(false);
    const out = Buffer.concat([Buffer.alloc(8, 0xa6), data]);
    for (let step = 1, n = data.length / 8; step <= 6 * n; step++) {
      const at = (((step - 1) % n) + 1) * 8;
      const made = Buffer.from(block.update(Buffer.concat([out.subarray(0, 8), out.subarray(at, at + 8)])));
      made.writeUInt32BE((made.readUInt32BE(4) ^ step) >>> 0, 4);
      made.copy(out, 0, 0, 8);
      made.copy(out, at, 8);
    }
    return out;
  }
  function unwrap(key, data) {
    if (data.length % 8 !== 0 || data.length < 24) throw failed();
    const block = handleOf(key, "ecb", undefined, true);
    block.padding(false);
    const out = Buffer.from(data);
    for (let n = data.length / 8 - 1, step = 6 * n; step >= 1; step--) {
      const at = (((step - 1) % n) + 1) * 8;
      out.writeUInt32BE((out.readUInt32BE(4) ^ step) >>> 0, 4);
      const made = Buffer.from(block.update(Buffer.concat([out.subarray(0, 8), out.subarray(at, at + 8)])));
      made.copy(out, 0, 0, 8);
      made.copy(out, at, 8);
    }
    if (!out.subarray(0, 8).equals(Buffer.alloc(8, 0xa6))) throw failed();
    return out.subarray(8);
  }

  const parameters = { "AES-GCM": ["AesGcmParams", "iv", 0], "AES-CBC": ["AesCbcParams", "iv", 16], "AES-CTR": ["AesCtrParams", "counter", 16] };

  /** Returns the parameters of a cipher, with copies of their bytes. */
  function parametersOf(name, algorithm, where) {
    if (name === "AES-KW") return {};
    const [dictionary, field, size] = parameters[name];
    const value = copyOf(bytesOf(where, 0, required(algorithm, dictionary, field)));
    if (size > 0 && value.length !== size) throw refuse(`algorithm.${field} must contain exactly ${size} bytes`, "OperationError");
    if (name === "AES-CTR") required(algorithm, dictionary, "length");
    return { ...algorithm, [field]: value };
  }
  /** Encrypts or decrypts data with the fields of a key. */
  function cipher({ bytes, algorithm: { name } }, given, data, decrypts) {
    const text = Buffer.from(data);
    let out;
    try {
      if (name === "AES-GCM") out = gcm(bytes, given, text, decrypts);
      else if (name === "AES-CBC") out = run(handleOf(bytes, "cbc", given.iv, decrypts), text);
      else if (name === "AES-CTR") out = ctr(bytes, given, text);
      else out = decrypts ? unwrap(bytes, text) : wrap(bytes, text);
    } catch (error) {
      throw isObject(error) && error.name in { OperationError: 1, TypeError: 1 } ? error : failed();
    }
    return Uint8Array.from(out).buffer;
  }
  return { lengths, importKey, generateKey, exportKey, parametersOf, cipher };
})
