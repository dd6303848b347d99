// This file is node:util/types: it says of which type an object is, whatever its prototype is.

const { kind } = __hitlrun.node.util;

const is = (...kinds: string[]) => (value: unknown): boolean => kinds.includes(kind(value));
const tag = (value: any): string => Object.prototype.toString.call(value).slice(8, -1);

export const isDate = is("Date");
export const isRegExp = is("RegExp");
export const isNativeError = is("Error");
export const isPromise = is("Promise");
export const isProxy = is("Proxy");
export const isMap = is("Map");
export const isSet = is("Set");
export const isWeakMap = is("WeakMap");
export const isWeakSet = is("WeakSet");
export const isMapIterator = is("Map Iterator");
export const isSetIterator = is("Set Iterator");
export const isGeneratorObject = is("Generator", "AsyncGenerator");
export const isAsyncFunction = is("AsyncFunction", "AsyncGeneratorFunction");
export const isGeneratorFunction = is("GeneratorFunction", "AsyncGeneratorFunction");
export const isArgumentsObject = is("Arguments");
export const isAnyArrayBuffer = is("ArrayBuffer");
/** To the engine a SharedArrayBuffer is an ArrayBuffer. The getter of its length accepts no other one. */
export const isSharedArrayBuffer = (value: any): boolean => {
  if (!isAnyArrayBuffer(value) || Object.getPrototypeOf(value) === ArrayBuffer.prototype) return false;
  try {
    (Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, "byteLength") as any).get.call(value);
    return true;
  } catch {
    return false;
  }
};
export const isArrayBuffer = (value: any): boolean => isAnyArrayBuffer(value) && !isSharedArrayBuffer(value);
// hitlrun has no external values and no module namespaces.
export const isExternal = (_value: unknown): boolean => false;
export const isModuleNamespaceObject = isExternal;
export const isDataView = is("DataView");
export const isNumberObject = is("Number");
export const isStringObject = is("String");
export const isBooleanObject = is("Boolean");
export const isBigIntObject = is("BigInt");
export const isSymbolObject = (value: unknown): boolean => typeof value === "object" && value !== null && tag(value) === "Symbol";
export const isBoxedPrimitive = (value: unknown): boolean => is("Number", "String", "Boolean", "BigInt")(value) || isSymbolObject(value);
export const isArrayBufferView = (value: unknown): boolean => ArrayBuffer.isView(value);
export const isTypedArray = (value: unknown): boolean => isArrayBufferView(value) && !isDataView(value);
export const isUint8Array = is("Uint8Array");
export const isUint8ClampedArray = is("Uint8ClampedArray");
export const isUint16Array = is("Uint16Array");
export const isUint32Array = is("Uint32Array");
export const isInt8Array = is("Int8Array");
export const isInt16Array = is("Int16Array");
export const isInt32Array = is("Int32Array");
export const isFloat32Array = is("Float32Array");
export const isFloat64Array = is("Float64Array");
export const isBigInt64Array = is("BigInt64Array");
export const isBigUint64Array = is("BigUint64Array");
const isOfClass = (...names: string[]) => (value: any): boolean => Boolean(value) && typeof value === "object" && names.includes(value.constructor && value.constructor.name);
export const isKeyObject = (value: any): boolean => isOfClass("KeyObject", "SecretKeyObject", "PublicKeyObject", "PrivateKeyObject")(value) && typeof value.type === "string";
export const isCryptoKey = (value: any): boolean => Boolean((globalThis as any).CryptoKey) && value instanceof (globalThis as any).CryptoKey;

export default {
  isDate, isRegExp, isNativeError, isPromise, isProxy, isMap, isSet, isWeakMap, isWeakSet, isMapIterator, isSetIterator,
  isGeneratorObject, isAsyncFunction, isGeneratorFunction, isArgumentsObject, isArrayBuffer, isAnyArrayBuffer, isSharedArrayBuffer,
  isExternal, isModuleNamespaceObject, isDataView,
  isNumberObject, isStringObject, isBooleanObject, isBigIntObject, isSymbolObject, isBoxedPrimitive, isArrayBufferView,
  isTypedArray, isUint8Array, isUint8ClampedArray, isUint16Array, isUint32Array, isInt8Array, isInt16Array, isInt32Array,
  isFloat32Array, isFloat64Array, isBigInt64Array, isBigUint64Array, isKeyObject, isCryptoKey,
};
