// This file has the key exchange of Diffie and Hellman, and the primes, of node:crypto.
import { extend } from "./classes";
import { bytesOf, result } from "./crypto_keys";
import { checkFunction, fault, outOfRange, wrongType } from "./errors";
import { later } from "./later";

const { crypt } = __hitlrun.node;
const g: any = globalThis;
const { Buffer } = g;

/** Returns bytes without zeros at their beginning. */
const bare = (bytes: any): any => {
  const at = bytes.findIndex((byte: number) => byte !== 0);
  return at < 0 ? Buffer.alloc(1) : bytes.subarray(at);
};
const numberOf = (value: any, name: string, encoding?: string): any => (typeof value === "number" ? Buffer.from(value.toString(16).padStart(value > 255 ? 8 : 2, "0"), "hex") : Buffer.from(bytesOf(value, name, encoding)));

/** DiffieHellman is a function, because old code calls it without new. */
export function DiffieHellman(this: any, size: any, first?: any, second?: any, third?: any): any {
  if (!(this instanceof (DiffieHellman as any))) return new (DiffieHellman as any)(size, first, second, third);
  if (typeof size !== "number" && typeof size !== "string" && !ArrayBuffer.isView(size) && !(size instanceof ArrayBuffer)) {
    throw wrongType("sizeOrKey", "one of type number or string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView", size);
  }
  let prime: any;
  let generator: any = 2;
  let encoding: string | undefined;
  if (typeof size === "number") {
    if (size < 2) throw fault("Error", "ERR_OSSL_DH_MODULUS_TOO_SMALL", "modulus too small");
    prime = Buffer.from(crypt.prime(size, true));
    if (first !== undefined) generator = first;
  } else {
    if (typeof first === "string" && (first === "buffer" || Buffer.isEncoding(first))) [encoding, generator, third] = [first, second === undefined ? 2 : second, third];
    else [generator, third] = [first === undefined ? 2 : first, second];
    prime = Buffer.from(bytesOf(size, "sizeOrKey", encoding));
  }
  if (prime.length < 64) throw fault("Error", "ERR_OSSL_DH_MODULUS_TOO_SMALL", "modulus too small");
  setGroup(this, prime, numberOf(generator, "generator", third));
}
function setGroup(self: any, prime: any, generator: any): void {
  const hidden = (value: any) => ({ value, writable: true, enumerable: false });
  Object.defineProperties(self, { _prime: hidden(prime), _generator: hidden(generator), _private: hidden(undefined), _public: hidden(undefined) });
}
const methods: any = {
  get verifyError(): number {
    return 0;
  },
  generateKeys(this: any, encoding?: string): any {
    if (!this._private) {
      const limit = BigInt(`0x${this._prime.toString("hex")}`);
      let bytes: any;
      do {
        bytes = g.crypto.getRandomValues(Buffer.alloc(this._prime.length));
        bytes[0] &= 0xff >> (Math.clz32(this._prime[0]) - 24);
      } while (BigInt(`0x${bytes.toString("hex")}`) < 2n || BigInt(`0x${bytes.toString("hex")}`) >= limit - 1n);
      this._private = bare(bytes);
    }
    this._public = bare(Buffer.from(crypt.modPow(this._generator, this._private, this._prime)));
    return result(this._public, encoding);
  },
  computeSecret(this: any, other: any, input?: string, output?: string): any {
    const bytes = bytesOf(other, "otherPublicKey", input);
    if (!this._private) throw fault("Error", "ERR_CRYPTO_INVALID_KEYTYPE", "There is no private key");
    const value = BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`);
    if (value < 2n) throw fault("RangeError", "ERR_CRYPTO_INVALID_KEYLEN", "Supplied key is too small");
    if (value > BigInt(`0x${this._prime.toString("hex")}`) - 2n) throw fault("RangeError", "ERR_CRYPTO_INVALID_KEYLEN", "Supplied key is too large");
    return result(crypt.modPow(bytes, this._private, this._prime), output);
  },
  getPrime(this: any, encoding?: string): any {
    return result(this._prime, encoding);
  },
  getGenerator(this: any, encoding?: string): any {
    return result(this._generator, encoding);
  },
  getPublicKey(this: any, encoding?: string): any {
    if (!this._public) throw fault("Error", "ERR_CRYPTO_INVALID_STATE", "No public key - did you forget to generate one?");
    return result(this._public, encoding);
  },
  getPrivateKey(this: any, encoding?: string): any {
    if (!this._private) throw fault("Error", "ERR_CRYPTO_INVALID_STATE", "No private key - did you forget to generate one?");
    return result(this._private, encoding);
  },
};
extend(DiffieHellman, Object, methods);
extend(DiffieHellman, Object, {
  setPublicKey(this: any, key: any, encoding?: string): any {
    this._public = Buffer.from(bytesOf(key, "key", encoding));
    return this;
  },
  setPrivateKey(this: any, key: any, encoding?: string): any {
    this._private = Buffer.from(bytesOf(key, "key", encoding));
    return this;
  },
});

/** The groups of RFC 2409 and RFC 3526: modp1, modp2, modp5 and modp14 to modp18. */
export function DiffieHellmanGroup(this: any, name: any): any {
  if (!(this instanceof (DiffieHellmanGroup as any))) return new (DiffieHellmanGroup as any)(name);
  const prime = crypt.groupPrime(name);
  if (!prime) throw fault("Error", "ERR_CRYPTO_UNKNOWN_DH_GROUP", "Unknown DH group");
  setGroup(this, Buffer.from(prime), Buffer.from([2]));
}
extend(DiffieHellmanGroup, Object, methods);

export const createDiffieHellman = (...args: any[]): any => new (DiffieHellman as any)(...args);
export const getDiffieHellman = (name: string): any => new (DiffieHellmanGroup as any)(name);
export const createDiffieHellmanGroup = getDiffieHellman;

const bigintOf = (bytes: any): bigint => BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`);
const bytesOfNumber = (value: any, name: string): any => {
  if (typeof value === "bigint") {
    if (value < 0n) throw outOfRange(name, ">= 0", value);
    const hex = value.toString(16);
    return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex");
  }
  if (!ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)) throw wrongType(name, "of type bigint or an instance of ArrayBuffer, TypedArray, Buffer, or DataView", value);
  return value;
};

export function checkPrimeSync(candidate: any, options: any = {}): boolean {
  const bytes = bytesOfNumber(candidate, "candidate");
  if (options === null || typeof options !== "object") throw wrongType("options", "of type object", options);
  return crypt.isPrime(bytes, options.checks || 0);
}
export function checkPrime(candidate: any, options: any, callback = options): void {
  checkFunction(callback, "callback");
  const answer = checkPrimeSync(candidate, typeof options === "function" ? {} : options);
  later(callback, undefined, answer);
}
export function generatePrimeSync(size: any, options: any = {}): any {
  if (typeof size !== "number") throw wrongType("size", "of type number", size);
  if (!Number.isInteger(size) || size < 1) throw outOfRange("size", ">= 1 && <= 2147483647", size);
  const { safe = false, bigint = false, add, rem } = options;
  if (typeof safe !== "boolean") throw wrongType("options.safe", "of type boolean", safe);
  const bytes = Buffer.from(crypt.prime(size, safe, add === undefined ? undefined : bytesOfNumber(add, "options.add"), rem === undefined ? (add === undefined ? undefined : Buffer.from([safe ? 3 : 1])) : bytesOfNumber(rem, "options.rem")));
  return bigint ? bigintOf(bytes) : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}
export function generatePrime(size: any, options: any, callback = options): void {
  checkFunction(callback, "callback");
  const prime = generatePrimeSync(size, typeof options === "function" ? {} : options);
  later(callback, undefined, prime);
}
