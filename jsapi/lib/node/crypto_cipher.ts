// This file has the ciphers of node:crypto, and keys that are derived from passwords.
import { checkFunction, checkInteger, checkString, fault, wrongType } from "./errors";
import { bytesOf, secretOf } from "./crypto_keys";
import { later } from "./later";
import { Transform } from "./stream_duplex";
import { StringDecoder } from "./string_decoder";

const { crypt } = __hitlrun.node;
const { Buffer } = globalThis as any;

function checkTag(length: number): void {
  if (![4, 8, 12, 13, 14, 15, 16].includes(length)) throw fault("TypeError", "ERR_CRYPTO_INVALID_AUTH_TAG", `Invalid authentication tag length: ${length}`);
}
const invalidState = (operation: string): Error => fault("Error", "ERR_CRYPTO_INVALID_STATE", `Invalid state for operation ${operation}`);

function cipherClass(name: string, decrypts: boolean): any {
  const Class: any = function (this: any, algorithm: string, key: any, iv: any, options: any) {
    if (!(this instanceof Class)) return new Class(algorithm, key, iv, options);
    (Transform as any).call(this, options);
    if (typeof algorithm !== "string") throw wrongType("cipher", "of type string", algorithm);
    const secret = secretOf(key, "key");
    this._tagLength = options?.authTagLength;
    if (!(Number.isInteger(this._tagLength) && this._tagLength >= 0) && this._tagLength !== undefined && this._tagLength !== null) {
      throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The property 'options.authTagLength' is invalid. Received ${__hitlrun.node.util.inspect(this._tagLength)}`);
    }
    const isCCM = (this._wholes = /^(id-)?aes-?\d+-ccm$/i.test(algorithm));
    try {
      this._handle = crypt.cipher(algorithm, secret, iv === null || iv === undefined ? undefined : bytesOf(iv, "iv"), decrypts, this._tagLength);
      if (isCCM) {
        if (this._tagLength === undefined || this._tagLength === null) throw fault("TypeError", "ERR_CRYPTO_INVALID_AUTH_TAG", `authTagLength required for ${algorithm}`);
        if (this._tagLength < 4 || this._tagLength > 16 || this._tagLength % 2 === 1) throw fault("TypeError", "ERR_CRYPTO_INVALID_AUTH_TAG", `Invalid authentication tag length: ${this._tagLength}`);
      }
    } catch (error: any) {
      if (error.code) throw fault(error.code === "ERR_CRYPTO_INVALID_KEYLEN" ? "RangeError" : /INVALID_(IV|AUTH_TAG)$/.test(error.code) ? "TypeError" : "Error", error.code, error.message);
      throw error;
    }
    if (!isCCM && this._handle.tag && this._tagLength !== undefined) checkTag(this._tagLength);
  };
  Object.defineProperty(Class, "name", { value: name, configurable: true });
  Object.setPrototypeOf(Class.prototype, Transform.prototype);
  const proto = Class.prototype;
  /** Returns text from pieces of bytes. A character may begin in one piece and end in the next. */
  proto._text = function (bytes: ArrayBuffer, encoding: any, last: boolean) {
    if (!encoding || encoding === "buffer") return Buffer.from(bytes);
    this._decoder = this._decoder || new StringDecoder(encoding);
    return last ? this._decoder.end(Buffer.from(bytes)) : this._decoder.write(Buffer.from(bytes));
  };
  proto.update = function (data: any, input?: string, output?: string) {
    const bytes = bytesOf(data, "data", input);
    if (this._done || (this._length ?? bytes.length) !== bytes.length) throw new Error("Trying to add data in unsupported state");
    this._begun = true;
    return this._text(this._handle.update(bytes), output, false);
  };
  proto.final = function (output?: string) {
    if (this._done) throw invalidState("final");
    const bytes = this._handle.final();
    this._done = true;
    return this._text(bytes, output, true);
  };
  proto._transform = function (chunk: any, encoding: string, done: any) {
    this._begun = true;
    done(null, Buffer.from(this._handle.update(bytesOf(chunk, "data", encoding))));
  };
  proto._flush = function (done: any) {
    try {
      done(null, this.final());
    } catch (error) {
      done(error);
    }
  };
  proto.setAutoPadding = function (on = true) {
    this._handle.padding(on);
    return this;
  };
  proto.setAAD = function (data: any, options?: any) {
    if (!this._handle.aad || this._begun || this._done) throw invalidState("setAAD");
    if (this._wholes) {
      if (options?.plaintextLength === undefined) throw fault("TypeError", "ERR_MISSING_ARGS", "options.plaintextLength required for CCM mode with AAD");
      this._length = options.plaintextLength;
    }
    this._handle.aad(bytesOf(data, "buffer"));
    return this;
  };
  if (decrypts) {
    proto.setAuthTag = function (tag: any, encoding?: string) {
      const bytes = bytesOf(tag, "buffer", encoding);
      if (!this._handle.setTag || this._tagged) throw invalidState("setAuthTag");
      if (!this._wholes) checkTag(bytes.length);
      if (this._tagLength !== undefined && this._tagLength !== bytes.length) throw fault("TypeError", "ERR_CRYPTO_INVALID_AUTH_TAG", `Invalid authentication tag length: ${bytes.length}`);
      this._tagged = true;
      this._handle.setTag(bytes);
      return this;
    };
  } else {
    proto.getAuthTag = function () {
      if (!this._done || !this._handle.tag) throw invalidState("getAuthTag");
      return Buffer.from(this._handle.tag()).subarray(0, this._tagLength || 16);
    };
  }
  return Class;
}
export const Cipheriv = cipherClass("Cipheriv", false);
export const Decipheriv = cipherClass("Decipheriv", true);
export const createCipheriv = (algorithm: string, key: any, iv: any, options?: any): any => new Cipheriv(algorithm, key, iv, options);
export const createDecipheriv = (algorithm: string, key: any, iv: any, options?: any): any => new Decipheriv(algorithm, key, iv, options);
export const getCiphers = (): string[] => crypt.ciphers();

const nids: any = { ecb: { 128: 418, 192: 422, 256: 426 }, cbc: { 128: 419, 192: 423, 256: 427 }, ctr: { 128: 904, 192: 905, 256: 906 }, gcm: { 128: 895, 192: 898, 256: 901 }, ccm: { 128: 896, 192: 899, 256: 902 },
  cfb: { 128: 421, 192: 425, 256: 429 }, cfb8: { 128: 653, 192: 654, 256: 655 }, ofb: { 128: 420, 192: 424, 256: 428 } };
const ivs: any = { cbc: 16, ctr: 16, gcm: 12, ccm: 12, cfb: 16, cfb8: 16, ofb: 16 };

export function getCipherInfo(name: string, options: any = {}): any {
  const info = infoOf(name);
  const { keyLength, ivLength } = options;
  if (!info || (keyLength !== undefined && keyLength !== info.keyLength)) return undefined;
  if (ivLength === undefined || ivLength === info.ivLength) return info;
  const fits = info.mode === "ccm" ? ivLength >= 7 && ivLength <= 13 : info.mode === "gcm" && ivLength > 0;
  return fits ? { ...info, ivLength } : undefined;
}
function infoOf(name: string): any {
  if (/^chacha20-poly1305$/i.test(name)) return { mode: "stream", name: "chacha20-poly1305", nid: 1018, ivLength: 12, keyLength: 32 };
  const match = /^(?:id-)?aes-?(128|192|256)-(cbc|ccm|cfb8?|ctr|ecb|gcm|ofb)$/i.exec(name);
  if (/^(des-ede3-cbc|des3)$/i.test(name)) return { mode: "cbc", name: "des-ede3-cbc", nid: 44, blockSize: 8, ivLength: 8, keyLength: 24 };
  if (/^des-ede3$/i.test(name)) return { mode: "ecb", name: "des-ede3", nid: 33, blockSize: 8, keyLength: 24 };
  if (!match) return undefined;
  const [bits, mode] = [match[1], match[2].toLowerCase()];
  const info: any = { mode: mode === "cfb8" ? "cfb" : mode, name: mode === "gcm" || mode === "ccm" ? `id-aes${bits}-${mode}` : `aes-${bits}-${mode}`, nid: nids[mode][bits], blockSize: mode === "cbc" || mode === "ecb" ? 16 : 1 };
  if (ivs[mode]) info.ivLength = ivs[mode];
  info.keyLength = Number(bits) / 8;
  return info;
}


/** Returns a form of a function that takes a callback as its last argument. */
const called = (f: (...args: any[]) => any) => (...args: any[]): void => {
  const callback = args.pop();
  checkFunction(callback, "callback");
  let results: any[];
  try {
    results = [null, f(...args)];
  } catch (error: any) {
    if (error.code && /^ERR_(INVALID_ARG|OUT_OF_RANGE|CRYPTO_INVALID_(DIGEST|KEYLEN|SCRYPT))/.test(error.code)) throw error;
    results = [error];
  }
  later(callback, ...results);
};

/** How many bytes a derived key may have, and scrypt may use, at most. */
const largest = 2 ** 29;
const ofLength = (length: number): void => {
  checkInteger(length, "keylen", 0, 2147483647);
  if (length > largest) throw fault("RangeError", "ERR_OUT_OF_RANGE", `The value of "keylen" is out of range. It must be >= 0 && <= ${largest} here. Received ${length}`);
};

export function pbkdf2Sync(password: any, salt: any, rounds: number, length: number, digest: string): any {
  checkString(digest, "digest");
  const [key, salted] = [secretOf(password, "password"), secretOf(salt, "salt")];
  checkInteger(rounds, "iterations", 1, 2147483647);
  ofLength(length);
  return Buffer.from(crypt.pbkdf2(key, salted, rounds, length, digest));
}
export const pbkdf2 = called(pbkdf2Sync);
export function hkdfSync(digest: string, key: any, salt: any, info: any, length: number): ArrayBuffer {
  checkString(digest, "digest");
  checkInteger(length, "length", 0, 2 ** 32);
  return crypt.hkdf(digest, secretOf(key, "ikm"), secretOf(salt, "salt"), secretOf(info, "info"), length);
}
export const hkdf = called(hkdfSync);
export function scryptSync(password: any, salt: any, length: number, options: any = {}): any {
  const n = options.N || options.cost || 16384;
  const r = options.r || options.blockSize || 8;
  const p = options.p || options.parallelization || 1;
  const invalid = (why: string): Error => fault("RangeError", "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", `Invalid scrypt params${why}`);
  ofLength(length);
  if (!(n > 1) || !Number.isInteger(Math.log2(n))) throw invalid("");
  if (128 * r * (n + p) > Math.min(options.maxmem || 32 * 1024 * 1024, largest)) throw invalid(": error:030000AC:digital envelope routines::memory limit exceeded");
  return Buffer.from(crypt.scrypt(secretOf(password, "password"), secretOf(salt, "salt"), length, n, r, p));
}
export const scrypt = (password: any, salt: any, length: number, options: any, callback = options): void =>
  called((o: any) => scryptSync(password, salt, length, o))(typeof options === "function" ? {} : options, callback);
