// node:crypto: random values and hashes.
import { fault, outOfRange, wrongType } from "./errors";

const { hash: hashes } = __hitlrun.node;
const g: any = globalThis;
const { Buffer } = g;

export const webcrypto = g.crypto;
export const randomUUID = (): string => g.crypto.randomUUID();
export const getRandomValues = <T>(array: T): T => g.crypto.getRandomValues(array);

type Callback<T> = (error: Error | null | undefined, value?: T) => void;

/** Calls back with what f returns or throws; none is the error if there is none. */
function later<T>(callback: Callback<T>, none: null | undefined, f: () => T): void {
  g.setImmediate(() => {
    let value: T;
    try {
      value = f();
    } catch (error) {
      return callback(error as Error);
    }
    return callback(none, value);
  });
}

export function randomFillSync(buffer: any): any {
  const bytes = ArrayBuffer.isView(buffer) ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength) : new Uint8Array(buffer);
  for (let at = 0; at < bytes.length; at += 65536) g.crypto.getRandomValues(bytes.subarray(at, at + 65536));
  return buffer;
}

export function randomBytes(size: number, callback?: Callback<any>): any {
  if (typeof size !== "number") throw wrongType("size", "of type number", size);
  if (!(size >= 0 && size <= 0x7fffffff)) throw outOfRange("size", ">= 0 && <= 2147483647", size);
  const make = () => randomFillSync(Buffer.alloc(size));
  return callback ? later(callback, null, make) : make();
}

export function randomInt(min: number, max?: number | Callback<number>, callback?: Callback<number>): number | void {
  if (max === undefined || typeof max === "function") [min, max, callback] = [0, min, max as Callback<number>];
  if (!Number.isSafeInteger(min)) throw wrongType("min", "a safe integer", min);
  if (!Number.isSafeInteger(max)) throw wrongType("max", "a safe integer", max);
  const range = max - min;
  if (range <= 0) throw fault("RangeError", "ERR_OUT_OF_RANGE", `The value of "max" is out of range. It must be greater than the value of "min" (${min}). Received ${max}`);
  if (range > 0xffffffffffff) throw fault("RangeError", "ERR_OUT_OF_RANGE", `The value of "max - min" is out of range. It must be <= ${0xffffffffffff}. Received ${range}`);
  const make = () => {
    // Values beyond the last whole multiple of the range would make small results likelier.
    const limit = 2 ** 48 - (2 ** 48 % range);
    for (;;) {
      const bytes = randomFillSync(new Uint8Array(6));
      const value = bytes.reduce((sum: number, byte: number) => sum * 256 + byte, 0);
      if (value < limit) return min + (value % range);
    }
  };
  return callback ? later(callback, undefined, make) : make();
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

class Hash {
  #handle: HashHandle | undefined;
  constructor(handle: HashHandle) {
    this.#handle = handle;
  }
  #open(): HashHandle {
    if (!this.#handle) throw fault("Error", "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    return this.#handle;
  }
  update(data: any, encoding = "utf8"): this {
    const handle = this.#open();
    checkData(data);
    handle.update(data, encoding);
    return this;
  }
  digest(encoding?: string): any {
    const bytes = this.#open().digest();
    this.#handle = undefined;
    return result(bytes, encoding);
  }
  copy(): Hash {
    return new Hash(this.#open().copy() as HashHandle);
  }
}

class Hmac {
  #handle: HashHandle | undefined;
  constructor(handle: HashHandle) {
    this.#handle = handle;
  }
  update(data: any, encoding = "utf8"): this {
    if (!this.#handle) throw fault("Error", "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    checkData(data);
    this.#handle.update(data, encoding);
    return this;
  }
  digest(encoding?: string): any {
    const bytes = this.#handle ? this.#handle.digest() : new ArrayBuffer(0);
    this.#handle = undefined;
    return result(bytes, encoding);
  }
}

export function createHash(algorithm: string): Hash {
  if (typeof algorithm !== "string") throw wrongType("algorithm", "of type string", algorithm);
  const handle = hashes.create(algorithm);
  if (!handle) throw new Error("Digest method not supported");
  return new Hash(handle);
}

export function createHmac(algorithm: string, key: any): Hmac {
  if (typeof algorithm !== "string") throw wrongType("hmac", "of type string", algorithm);
  if (typeof key !== "string" && !ArrayBuffer.isView(key)) {
    throw wrongType("key", "of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey", key);
  }
  const handle = hashes.create(algorithm, key);
  if (!handle) throw fault("TypeError", "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${algorithm}`);
  return new Hmac(handle);
}

export function timingSafeEqual(a: any, b: any): boolean {
  for (const [name, value] of [["buf1", a], ["buf2", b]] as [string, any][]) {
    if (!ArrayBuffer.isView(value)) {
      throw fault("TypeError", "ERR_INVALID_ARG_TYPE", `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
    }
  }
  if (a.byteLength !== b.byteLength) throw fault("RangeError", "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length");
  return hashes.equal(a, b);
}

export const getHashes = (): string[] => ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"];

export default { webcrypto, randomUUID, getRandomValues, randomFillSync, randomBytes, randomInt, createHash, createHmac, timingSafeEqual, getHashes };
