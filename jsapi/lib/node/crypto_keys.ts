// This file has the keys of node:crypto, and signatures, encryption and shared secrets made with them.
import { fault, wrongType } from "./errors";
import { later } from "./later";
import { Writable } from "./stream_writable";

const { crypt, util } = __hitlrun.node;
const { Buffer } = globalThis as any;

/** Returns the bytes of a text in an encoding, of an ArrayBuffer, or of a view. */
export function bytesOf(value: any, name: string, encoding?: string): any {
  if (typeof value === "string") return Buffer.from(value, encoding === "buffer" ? undefined : encoding);
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw wrongType(name, "of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView", value);
}

export const result = (bytes: ArrayBuffer, encoding?: string): any => {
  const buffer = Buffer.from(bytes);
  return encoding === undefined || encoding === null || encoding === "buffer" ? buffer : buffer.toString(encoding);
};

/** What a KeyObject is made of. Only this file makes it. */
class Held {
  constructor(readonly key: any) {} // the bytes of a secret, or a KeyHandle
}
const kKeyType = Symbol("kKeyType");
const isObject = (value: any): boolean => value !== null && typeof value === "object";

export class KeyObject {
  readonly _key: any;
  constructor(type: any, held?: any) {
    if (!["secret", "public", "private"].includes(type)) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'type' is invalid. Received ${util.inspect(type)}`);
    if (!(held instanceof Held)) throw wrongType("handle", "of type object", held);
    (this as any)[kKeyType] = type;
    Object.defineProperty(this, "_key", { value: held.key, enumerable: false });
  }
  get type(): "secret" | "public" | "private" {
    return (this as any)[kKeyType];
  }
  static from(key: any): KeyObject {
    if (!(key instanceof (globalThis as any).CryptoKey)) throw wrongType("key", "an instance of CryptoKey", key);
    const { type, handle, bytes } = crypt.fieldsOf!(key)!;
    return type === "secret" ? secretKey(bytes) : asymmetric(handle!, type);
  }
  equals(other: KeyObject): boolean {
    if (!(other instanceof KeyObject)) throw wrongType("otherKeyObject", "an instance of KeyObject", other);
    if (other.type !== this.type) return false;
    return this.type === "secret" ? Buffer.compare(this._key, other._key) === 0 : crypt.same(this._key, other._key);
  }
}
Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, { value: "KeyObject", configurable: true });

const invalid = (name: string, value: any): Error => fault("TypeError", "ERR_INVALID_ARG_VALUE", `The property 'options.${name}' is invalid. Received ${util.inspect(value)}`);

class SecretKeyObject extends KeyObject {
  get symmetricKeySize(): number {
    return this._key.length;
  }
  export(options?: any): any {
    if (options !== undefined) {
      if (!isObject(options)) throw wrongType("options", "of type object", options);
      const { format } = options;
      if (format === "jwk") return { kty: "oct", k: this._key.toString("base64url") };
      if (format !== undefined && format !== "buffer") throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The property 'options.format' must be one of: undefined, 'buffer', 'jwk'. Received ${util.inspect(format)}`);
    }
    return Buffer.from(this._key);
  }
}

class AsymmetricKeyObject extends KeyObject {
  get asymmetricKeyType(): string {
    return crypt.kind(this._key)[0];
  }
  get asymmetricKeyDetails(): any {
    const { modulusLength, publicExponent, ...others } = crypt.kind(this._key)[1];
    return modulusLength === undefined || publicExponent === undefined ? crypt.kind(this._key)[1] : { modulusLength, publicExponent: BigInt(publicExponent), ...others };
  }
  export(options?: any): any {
    if (!isObject(options)) throw wrongType("options", "of type object", options);
    const { format, type, cipher } = options;
    if (format === "jwk") return crypt.toJwk(this._key);
    if (format !== undefined && format !== "pem" && format !== "der") throw invalid("format", format);
    const types = this.type === "private" ? ["pkcs8", "pkcs1", "sec1"] : ["spki", "pkcs1"];
    if (!types.includes(type)) throw invalid("type", type);
    if (cipher) throw fault("Error", "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", "hitlrun does not encrypt keys that are exported");
    const written = crypt.write(this._key, format || "pem", type);
    return typeof written === "string" ? written : Buffer.from(written);
  }
}
class PublicKeyObject extends AsymmetricKeyObject {}
class PrivateKeyObject extends AsymmetricKeyObject {}

/** Returns the key of a CryptoKey, and other values as they are. */
export const unwrapped = (key: any): any => (crypt.fieldsOf?.(key) ? KeyObject.from(key) : key);

/** Returns the bytes of a secret key, or of what bytesOf takes. */
export function secretOf(value: any, name: string): any {
  value = unwrapped(value);
  if (!(value instanceof KeyObject)) return bytesOf(value, name);
  if (value.type !== "secret") throw fault("TypeError", "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", `Invalid key object type ${value.type}, expected secret.`);
  return value._key;
}

export const secretKey = (bytes: any): KeyObject => new SecretKeyObject("secret", new Held(Buffer.from(bytes)));
const asymmetric = (handle: KeyHandle, type: "public" | "private"): any => new (type === "public" ? PublicKeyObject : PrivateKeyObject)(type, new Held(handle));

export const createSecretKey = (key: any, encoding?: string): KeyObject => secretKey(bytesOf(key, "key", encoding));

function read(key: any, wantsPrivate: boolean): KeyHandle {
  let options: any = {};
  key = unwrapped(key);
  if (key !== null && typeof key === "object" && !ArrayBuffer.isView(key) && !(key instanceof ArrayBuffer) && !(key instanceof KeyObject)) {
    options = key;
    key = unwrapped(key.key);
  }
  if (key instanceof KeyObject) {
    if (wantsPrivate && key.type !== "private") throw fault("TypeError", "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", `Invalid key object type ${key.type}, expected private.`);
    if (key.type === "secret") throw fault("TypeError", "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", "Invalid key object type secret, expected private or public.");
    return key._key;
  }
  if (options.format === "jwk") {
    if (!["RSA", "EC", "OKP"].includes(key.kty)) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The property 'key.kty' must be one of: 'RSA', 'EC', 'OKP'. Received ${util.inspect(key.kty)}`);
    return crypt.fromJwk(key);
  }
  if (typeof key !== "string" && !ArrayBuffer.isView(key) && !(key instanceof ArrayBuffer)) {
    throw wrongType("key", "of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey", key);
  }
  return crypt.read(bytesOf(key, "key", options.encoding), options.format || "pem", options.type || "", wantsPrivate);
}
export const createPrivateKey = (key: any): KeyObject => asymmetric(read(key, true), "private");
export const createPublicKey = (key: any): KeyObject => asymmetric(crypt.public(read(key, false)), "public");

export function generateKeyPairSync(type: string, options: any = {}): any {
  const handle = crypt.generate(type, options);
  const privateKey = asymmetric(handle, "private");
  const publicKey = asymmetric(crypt.public(handle), "public");
  return {
    publicKey: options.publicKeyEncoding ? publicKey.export(options.publicKeyEncoding) : publicKey,
    privateKey: options.privateKeyEncoding ? privateKey.export(options.privateKeyEncoding) : privateKey,
  };
}
export function generateKeyPair(type: string, options: any, callback: any): void {
  let pair: any;
  let error: any = null;
  try {
    pair = generateKeyPairSync(type, options || {});
  } catch (e) {
    error = e;
  }
  later(() => (error ? callback(error) : callback(null, pair.publicKey, pair.privateKey)));
}
Object.defineProperty(generateKeyPair, Symbol.for("nodejs.util.promisify.custom"), { value: async (type: string, options: any) => generateKeyPairSync(type, options || {}) });

export function generateKeySync(type: string, { length }: any): KeyObject {
  const bytes = new Uint8Array(length >> 3);
  (globalThis as any).crypto.getRandomValues(bytes);
  return secretKey(bytes);
}
export const generateKey = (type: string, options: any, callback: any): void => later(callback, null, generateKeySync(type, options));

/** Returns the options of a signature that go with a key. */
function manner(key: any): any {
  const options: any = {};
  if (key === null || typeof key !== "object") return options;
  if (key.padding === 6) options.pss = true;
  if (key.saltLength !== undefined) options.saltLength = key.saltLength;
  if (key.dsaEncoding === "ieee-p1363") options.raw = true;
  return options;
}
const hashed = (name: any): string => (name === null || name === undefined ? "" : name);
export function sign(algorithm: any, data: any, key: any, callback?: any): any {
  const signature = Buffer.from(crypt.sign(hashed(algorithm), bytesOf(data, "data"), read(key, true), manner(key)));
  return callback ? later(callback, null, signature) : signature;
}
export function verify(algorithm: any, data: any, key: any, signature: any, callback?: any): any {
  const right = crypt.verify(hashed(algorithm), bytesOf(data, "data"), read(key, false), manner(key), bytesOf(signature, "signature"));
  return callback ? later(callback, null, right) : right;
}

/** Makes Sign and Verify, which get the data in pieces. They are functions, because old code calls them without new. */
function collector(name: string): any {
  const Class: any = function (this: any, algorithm: string, options?: any) {
    if (!(this instanceof Class)) return new Class(algorithm, options);
    (Writable as any).call(this, options);
    this._algorithm = algorithm;
    this._parts = [];
  };
  Object.defineProperty(Class, "name", { value: name, configurable: true });
  Object.setPrototypeOf(Class.prototype, Writable.prototype);
  Class.prototype._write = function (this: any, chunk: any, encoding: string, done: any) {
    this.update(chunk, encoding);
    done();
  };
  Class.prototype.update = function (this: any, data: any, encoding?: string) {
    this._parts.push(Buffer.from(bytesOf(data, "data", encoding)));
    return this;
  };
  return Class;
}
/** Calls f. A key that signs the data itself, and no hash, is not for data in pieces. */
function inPieces<T>(f: () => T): T {
  try {
    return f();
  } catch (error: any) {
    if (error.code === "ERR_OSSL_INVALID_DIGEST") throw fault("Error", "ERR_CRYPTO_UNSUPPORTED_OPERATION", "Unsupported crypto operation");
    throw error;
  }
}
export const Sign: any = collector("Sign");
Sign.prototype.sign = function (key: any, encoding?: string) {
  const signature = inPieces(() => sign(this._algorithm, Buffer.concat(this._parts), key));
  return encoding && encoding !== "buffer" ? signature.toString(encoding) : signature;
};
export const Verify: any = collector("Verify");
Verify.prototype.verify = function (key: any, signature: any, encoding?: string) {
  return inPieces(() => verify(this._algorithm, Buffer.concat(this._parts), key, bytesOf(signature, "signature", encoding)));
};
export const createSign = (algorithm: string, options?: any): any => new Sign(algorithm, options);
export const createVerify = (algorithm: string, options?: any): any => new Verify(algorithm, options);

const padding = (key: any): string => (key && key.padding === 1 ? "pkcs1" : "oaep");
const oaepHash = (key: any): string => (key && key.oaepHash) || "sha1";
export const publicEncrypt = (key: any, data: any): any => Buffer.from(crypt.encrypt(read(key, false), bytesOf(data, "buffer"), padding(key), oaepHash(key), key && key.oaepLabel));
export const privateDecrypt = (key: any, data: any): any => Buffer.from(crypt.decrypt(read(key, true), bytesOf(data, "buffer"), padding(key), oaepHash(key), key && key.oaepLabel));

function checkPadding(key: any): void {
  if (key && key.padding !== undefined && key.padding !== 1) throw new Error("node:crypto has privateEncrypt and publicDecrypt only with RSA_PKCS1_PADDING in hitlrun");
}
export function privateEncrypt(key: any, data: any): any {
  checkPadding(key);
  return Buffer.from(crypt.encryptPrivate(read(key, true), bytesOf(data, "buffer")));
}
export function publicDecrypt(key: any, data: any): any {
  checkPadding(key);
  return Buffer.from(crypt.decryptPublic(read(key, false), bytesOf(data, "buffer")));
}

export const diffieHellman = ({ privateKey, publicKey }: any): any => Buffer.from(crypt.shared(read(privateKey, true), read(publicKey, false)));
