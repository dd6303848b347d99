// This file is node:crypto: random values and hashes. Keys and ciphers are in other files.
import { checkFunction, checkInteger, fault, outOfRange, wrongType } from "./errors";
import * as ciphers from "./crypto_cipher";
import { constants } from "./crypto_constants";
import * as exchange from "./crypto_dh";
import { createECDH, ECDH, getCurves } from "./crypto_ecdh";
import * as keys from "./crypto_keys";
import { later } from "./later";
import { Transform } from "./stream_duplex";

const { hash: hashes } = __hitlrun.node;
const g: any = globalThis;
const { Buffer } = g;

export const webcrypto = g.crypto;
export const randomUUID = (): string => webcrypto.randomUUID();
export const getRandomValues = <T>(array: T): T => webcrypto.getRandomValues(array);

type Callback<T> = (error: Error | null | undefined, value?: T) => void;

/** Calls callback with the result of f or its error. none is the error argument if there is no error. */
function answer<T>(callback: Callback<T>, none: null | undefined, f: () => T): void {
  later(() => {
    let value: T;
    try {
      value = f();
    } catch (error) {
      return callback(error as Error);
    }
    return callback(none, value);
  });
}

/** Returns the part of a buffer that offset and size name, in elements of the buffer. */
function fillPart(buffer: any, offset: any, size: any): Uint8Array {
  const view = ArrayBuffer.isView(buffer);
  if (!view && !(buffer instanceof ArrayBuffer) && !(buffer instanceof SharedArrayBuffer)) throw wrongType("buf", "an instance of ArrayBuffer or ArrayBufferView", buffer);
  const width = (view && (buffer as any).BYTES_PER_ELEMENT) || 1;
  const check = (value: any, name: string, most: number): number => {
    if (typeof value !== "number") throw wrongType(name, "of type number", value);
    value *= width;
    if (!(value >= 0 && value <= most)) throw outOfRange(name, `>= 0 && <= ${most}`, value);
    return value >>> 0;
  };
  const from = offset === undefined ? 0 : check(offset, "offset", Math.min(buffer.byteLength, 2147483647));
  const count = size === undefined ? buffer.byteLength - from : check(size, "size", Math.min(buffer.byteLength, 2147483647));
  if (from + count > buffer.byteLength) throw outOfRange("size + offset", `<= ${buffer.byteLength}`, from + count);
  return view ? new Uint8Array(buffer.buffer, (buffer as any).byteOffset + from, count) : new Uint8Array(buffer, from, count);
}

function fillBytes(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += 65536) getRandomValues(bytes.subarray(at, at + 65536));
}

export function randomFillSync(buffer: any, offset?: any, size?: any): any {
  fillBytes(fillPart(buffer, offset, size));
  return buffer;
}

export function randomBytes(size: number, callback?: Callback<any>): any {
  if (typeof size !== "number") throw wrongType("size", "of type number", size);
  if (!(size >= 0 && size <= 0x7fffffff)) throw outOfRange("size", ">= 0 && <= 2147483647", size);
  const make = () => randomFillSync(Buffer.alloc(size));
  return callback ? answer(callback, null, make) : make();
}

export function randomInt(min: number, max?: number | Callback<number>, callback?: Callback<number>): number | void {
  if (max === undefined || typeof max === "function") [min, max, callback] = [0, min, max as Callback<number>];
  if (!Number.isSafeInteger(min)) throw wrongType("min", "a safe integer", min);
  if (!Number.isSafeInteger(max)) throw wrongType("max", "a safe integer", max);
  const range = max - min;
  if (range <= 0) throw fault("RangeError", "ERR_OUT_OF_RANGE", `The value of "max" is out of range. It must be greater than the value of "min" (${min}). Received ${max}`);
  if (range > 0xffffffffffff) throw fault("RangeError", "ERR_OUT_OF_RANGE", `The value of "max - min" is out of range. It must be <= ${0xffffffffffff}. Received ${range}`);
  const make = () => {
    // Values above the last whole multiple of the range would make small results more likely.
    const limit = 2 ** 48 - (2 ** 48 % range);
    for (;;) {
      const bytes = randomFillSync(new Uint8Array(6));
      const value = bytes.reduce((sum: number, byte: number) => sum * 256 + byte, 0);
      if (value < limit) return min + (value % range);
    }
  };
  return callback ? answer(callback, undefined, make) : make();
}

function checkData(data: unknown): void {
  if (typeof data !== "string" && !ArrayBuffer.isView(data)) {
    throw wrongType("data", "of type string or an instance of Buffer, TypedArray, or DataView", data);
  }
}

const result = (bytes: ArrayBuffer, encoding?: string): any => {
  const buffer = Buffer.from(bytes);
  return encoding === undefined || encoding === "buffer" ? buffer : buffer.toString(encoding);
};

/** Makes Hash and Hmac, which are also streams. They are functions, because old code calls them without new. */
function hashClass(name: string, open: (self: any, algorithm: any, key: any, options: any) => HashHandle, again: boolean): any {
  const Class: any = function (this: any, algorithm: any, key: any, options: any) {
    if (!(this instanceof Class)) return new Class(algorithm, key, options);
    Object.defineProperty(this, "_handle", { value: open(this, algorithm, key, options), writable: true, configurable: true, enumerable: false });
    // The stream is made at its first use, because it costs more than the hash.
    this._options = options;
  };
  Object.defineProperty(Class, "name", { value: name, configurable: true });
  Object.setPrototypeOf(Class.prototype, Transform.prototype);
  const proto = Class.prototype;
  for (const state of ["_readableState", "_writableState"]) {
    Object.defineProperty(proto, state, {
      configurable: true,
      get(this: any) {
        if (this === proto || !this._handle) return undefined;
        for (const own of ["_readableState", "_writableState", "_handle"]) Object.defineProperty(this, own, { value: own === "_handle" ? this._handle : undefined, writable: true, configurable: true, enumerable: false });
        (Transform as any).call(this, this._options);
        return this[state];
      },
      set(this: any, value: any) {
        Object.defineProperty(this, state, { value, writable: true, configurable: true, enumerable: false });
      },
    });
  }
  proto.update = function (data: any, encoding = "utf8") {
    if (!this._handle) throw fault("Error", "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    checkData(data);
    this._handle.update(data, encoding);
    return this;
  };
  proto.digest = function (encoding?: string) {
    if (!this._handle && !again) throw fault("Error", "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    const bytes = this._handle ? this._handle.digest() : new ArrayBuffer(0);
    this._handle = undefined;
    return result(bytes, encoding);
  };
  proto._transform = function (chunk: any, encoding: string, done: any) {
    this._handle.update(chunk, encoding === "buffer" ? "utf8" : encoding);
    done();
  };
  proto._flush = function (done: any) {
    this.push(this.digest());
    done();
  };
  return Class;
}

/** The handles of hashes that are copies of others. */
const copies = new WeakSet<object>();

/** Returns the option outputLength. */
function lengthOf(options: any): number | undefined {
  const length = options?.outputLength;
  if (length !== undefined) checkInteger(length, "options.outputLength", 0, 4294967295);
  return length;
}

const Hash = hashClass("Hash", (_self, algorithm, _key, options) => {
  if (copies.has(algorithm)) return algorithm;
  if (typeof algorithm !== "string") throw wrongType("algorithm", "of type string", algorithm);
  const handle = hashes.create(algorithm, undefined, lengthOf(options));
  if (!handle) throw new Error("Digest method not supported");
  return handle;
}, false);
Hash.prototype.copy = function (options?: any) {
  if (!this._handle) throw fault("Error", "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
  const handle = this._handle.copy(lengthOf(options));
  copies.add(handle);
  return new Hash(handle, undefined, options);
};
const Hmac = hashClass("Hmac", (_self, algorithm, key) => {
  if (typeof algorithm !== "string") throw wrongType("hmac", "of type string", algorithm);
  if (typeof key === "object") key = keys.unwrapped(key);
  if (key instanceof keys.KeyObject) key = keys.secretOf(key, "key");
  if (key instanceof ArrayBuffer) key = new Uint8Array(key);
  if (typeof key !== "string" && !ArrayBuffer.isView(key)) {
    throw wrongType("key", "of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey", key);
  }
  const handle = hashes.create(algorithm, key);
  if (!handle) throw fault("TypeError", "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${algorithm}`);
  return handle;
}, true);

export const createHash = (algorithm: string, options?: any): any => new Hash(algorithm, undefined, options);
export const createHmac = (algorithm: string, key: any, options?: any): any => new Hmac(algorithm, key, options);

/** Returns the hash of some data. */
export function hash(algorithm: string, data: any, encoding = "hex"): any {
  return createHash(algorithm).update(data).digest(encoding);
}
export { Hash, Hmac };

export function timingSafeEqual(a: any, b: any): boolean {
  for (const [name, value] of [["buf1", a], ["buf2", b]] as [string, any][]) {
    if (!ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)) {
      throw fault("TypeError", "ERR_INVALID_ARG_TYPE", `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
    }
  }
  if (a.byteLength !== b.byteLength) throw fault("RangeError", "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length");
  return hashes.equal(a, b);
}

export function randomFill(buffer: any, ...rest: any[]): void {
  const callback = rest.pop();
  checkFunction(callback, "callback");
  const bytes = fillPart(buffer, rest[0], rest[1]);
  answer(callback, null, () => {
    fillBytes(bytes);
    return buffer;
  });
}
export const getHashes = (): string[] => ["RSA-MD5", "RSA-SHA1", "RSA-SHA224", "RSA-SHA256", "RSA-SHA384", "RSA-SHA512", "blake2b512", "blake2s256", "md5", "md5-sha1", "ripemd", "ripemd160", "rmd160", "sha1", "sha224", "sha256", "sha3-224", "sha3-256", "sha3-384", "sha3-512", "sha384", "sha512", "sha512-224", "sha512-256", "shake128", "shake256"];
export const getFips = (): number => 0;
export const setEngine = (): void => {};
export const setFips = (on: unknown): void => {
  if (on) throw new Error("node:crypto.setFips is not part of hitlrun");
};
export const secureHeapUsed = (): any => ({ total: 0, used: 0, utilization: 0, min: 2 });
export {
  checkPrime, checkPrimeSync, createDiffieHellman, createDiffieHellmanGroup, DiffieHellman, DiffieHellmanGroup, generatePrime, generatePrimeSync, getDiffieHellman,
} from "./crypto_dh";
export const { subtle } = g.crypto;
export {
  KeyObject, createSecretKey, createPrivateKey, createPublicKey, generateKeyPairSync, generateKeyPair, generateKeySync,
  generateKey, sign, verify, Sign, Verify, createSign, createVerify, publicEncrypt, privateDecrypt, privateEncrypt, publicDecrypt, diffieHellman,
} from "./crypto_keys";
export { constants, createECDH, ECDH, getCurves };
export {
  Cipheriv, Decipheriv, createCipheriv, createDecipheriv, getCiphers, getCipherInfo, pbkdf2, pbkdf2Sync, hkdf, hkdfSync, scrypt, scryptSync,
} from "./crypto_cipher";

const { bytesOf: _b, result: _r, secretKey: _s, unwrapped: _u, secretOf: _o, ...keyExports } = keys as any;
/** X509Certificate cannot be made: certificates are read by node:tls only. */
export class X509Certificate {
  constructor() {
    throw new Error("node:crypto.X509Certificate is not part of hitlrun");
  }
}

export default {
  X509Certificate,
  webcrypto, subtle, randomUUID, getRandomValues, randomFillSync, randomFill, randomBytes, randomInt, createHash, createHmac, Hash, Hmac, hash,
  timingSafeEqual, getHashes, getCurves, createECDH, ECDH, constants, getFips, setFips, secureHeapUsed, setEngine, ...exchange, pseudoRandomBytes: randomBytes, ...keyExports, ...ciphers,
};
