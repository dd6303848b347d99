// This file has what the files of crypto.subtle share: names of algorithms, checks of arguments, errors with Node's
// texts.
(function (host) {
  const { fault, isObject } = host.require("streams_shared");
  const { DOMException } = host.require("domexception");
  const refuse = (message, name) => new DOMException(message, name);
  const unrecognized = () => refuse("Unrecognized algorithm name", "NotSupportedError");
  const failed = () => refuse("The operation failed for an operation-specific reason", "OperationError");
  const hashes = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"];
  const places = ["1st", "2nd", "3rd", "4th", "5th"];

  /** Returns a field that an algorithm must have. dictionary is the name of such an algorithm in the standard. */
  function required(algorithm, dictionary, key) {
    if (isObject(algorithm) && algorithm[key] !== undefined) return algorithm[key];
    throw fault("TypeError", "ERR_MISSING_OPTION",
      `Failed to normalize algorithm: passed algorithm can not be converted to '${dictionary}' because '${key}' is required in '${dictionary}'.`);
  }
  /** Returns the name of an algorithm in capitals. */
  const nameOf = (algorithm) => `${isObject(algorithm) ? required(algorithm, "Algorithm", "name") : algorithm}`.toUpperCase();
  function hashOf(algorithm) {
    const name = nameOf(algorithm);
    if (hashes.includes(name)) return name;
    throw unrecognized();
  }
  function bytesOf(where, i, value) {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value;
    throw fault("TypeError", "ERR_INVALID_ARG_TYPE", `Failed to execute '${where}' on 'SubtleCrypto': ${places[i]} argument is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
  }
  function copyOf(from) {
    return from instanceof ArrayBuffer ? new Uint8Array(from).slice() : new Uint8Array(from.buffer, from.byteOffset, from.byteLength).slice();
  }
  /** Returns the usages of a key, each once. subject is "a KIND", which names the key in an error. */
  function usagesOf(usages, allowed, subject) {
    const list = [...new Set(usages)];
    if (list.some((usage) => !allowed.includes(usage))) throw refuse(`Unsupported key usage for ${subject} key`, "SyntaxError");
    return list;
  }
  /** Returns the bytes of a secret key from a JWK, if the JWK is for this import. */
  function secretOf(jwk, { alg, use, extractable, usages }) {
    if (!isObject(jwk) || !jwk.kty) throw refuse("Invalid keyData", "DataError");
    if (jwk.kty !== "oct") throw refuse('Invalid JWK "kty" Parameter', "DataError");
    checkJWK(jwk, { use, extractable, usages });
    if (typeof jwk.k !== "string") throw refuse("Invalid keyData", "DataError");
    const bytes = new Uint8Array(host.require("buffer").Buffer.from(jwk.k, "base64url"));
    if (jwk.alg !== undefined && jwk.alg !== alg(bytes)) throw refuse('JWK "alg" does not match the requested algorithm', "DataError");
    return bytes;
  }
  /** Throws an error if a JWK is not for the use for which it is imported. */
  function checkJWK(jwk, { use, extractable, usages }) {
    if (usages.length > 0 && jwk.use !== undefined && jwk.use !== use) throw refuse('Invalid JWK "use" Parameter', "DataError");
    if (jwk.key_ops !== undefined && usages.some((usage) => !jwk.key_ops.includes(usage))) throw refuse("Key operations and usage mismatch", "DataError");
    if (jwk.ext === false && extractable) throw refuse('JWK "ext" Parameter and extractable mismatch', "DataError");
  }
  const notExported = (format, { type = "secret", algorithm }) => refuse(`Unable to export a ${format === "pkcs8" ? format : "raw"} ${algorithm.name} ${type} key`, "InvalidAccessError");
  return { refuse, unrecognized, failed, required, nameOf, hashOf, bytesOf, copyOf, usagesOf, secretOf, checkJWK, notExported };
})
