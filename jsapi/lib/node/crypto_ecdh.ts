// This file has ECDH of node:crypto: secrets that two parties share, from points of an elliptic curve.
import { bytesOf, result } from "./crypto_keys";
import { fault, wrongType } from "./errors";

const { crypt } = __hitlrun.node;
const { Buffer } = globalThis as any;

const curves = ["prime256v1", "secp224r1", "secp384r1", "secp521r1"];
export const getCurves = (): string[] => [...curves];

function checkCurve(curve: unknown): string {
  if (typeof curve !== "string") throw wrongType("curve", "of type string", curve);
  if (!curves.includes(curve)) throw fault("TypeError", "ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name");
  return curve;
}
/** Returns the point of a key. The format compressed has x and whether y is odd; hybrid has that and y. */
function pointOf(key: KeyHandle, format: unknown = "uncompressed"): any {
  if (format !== "compressed" && format !== "uncompressed" && format !== "hybrid") throw fault("TypeError", "ERR_CRYPTO_ECDH_INVALID_FORMAT", `Invalid ECDH format: ${format}`);
  const jwk = crypt.toJwk(key);
  const [x, y] = [Buffer.from(jwk.x, "base64url"), Buffer.from(jwk.y, "base64url")];
  const odd = y[y.length - 1] & 1;
  if (format === "compressed") return Buffer.concat([Buffer.from([2 | odd]), x]);
  return Buffer.concat([Buffer.from([format === "hybrid" ? 6 | odd : 4]), x, y]);
}
function coded<T>(kind: string, f: () => T): T {
  try {
    return f();
  } catch (error: any) {
    throw error.code ? fault(kind, error.code, error.message) : error;
  }
}

/** ECDH is a function, because old code calls it without new. */
export const ECDH: any = function (this: any, curve: any) {
  if (!(this instanceof ECDH)) return new ECDH(curve);
  const hidden = (value: any) => ({ value, writable: true, enumerable: false });
  Object.defineProperties(this, { _curve: hidden(checkCurve(curve)), _private: hidden(undefined), _public: hidden(undefined) });
};
Object.defineProperty(ECDH, "name", { value: "ECDH", configurable: true });
ECDH.prototype.generateKeys = function (encoding?: string, format?: string) {
  this._private = this._public = crypt.generate("ec", { namedCurve: this._curve });
  return this.getPublicKey(encoding, format);
};
ECDH.prototype.computeSecret = function (other: any, input?: string, output?: string) {
  const bytes = bytesOf(other, "key", input);
  if (!this._private) throw fault("RangeError", "ERR_CRYPTO_INVALID_KEYPAIR", "Invalid key pair");
  return result(crypt.shared(this._private, coded("Error", () => crypt.point(this._curve, bytes))), output);
};
ECDH.prototype.getPublicKey = function (encoding?: string, format?: string) {
  if (!this._public) throw fault("Error", "ERR_CRYPTO_OPERATION_FAILED", "Failed to get ECDH public key");
  return result(pointOf(this._public, format), encoding);
};
ECDH.prototype.getPrivateKey = function (encoding?: string) {
  if (!this._private) throw fault("Error", "ERR_CRYPTO_OPERATION_FAILED", "Failed to get ECDH private key");
  const number = Buffer.from(crypt.toJwk(this._private).d, "base64url");
  return result(number.subarray(number.findIndex((byte: number) => byte !== 0)), encoding);
};
ECDH.prototype.setPrivateKey = function (key: any, encoding?: string) {
  this._private = this._public = coded("RangeError", () => crypt.scalar(this._curve, bytesOf(key, "key", encoding)));
  return this;
};
ECDH.prototype.setPublicKey = function (key: any, encoding?: string) {
  this._public = coded("Error", () => crypt.point(this._curve, bytesOf(key, "key", encoding)));
  return this;
};
ECDH.convertKey = (key: any, curve: any, input?: string, output?: string, format?: string): any => {
  const bytes = bytesOf(key, "key", input);
  return result(pointOf(coded("Error", () => crypt.point(checkCurve(curve), bytes)), format), output);
};
export const createECDH = (curve: string): any => new ECDH(curve);
