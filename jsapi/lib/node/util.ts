// node:util.
import { checkFunction, fault, wrongType } from "./errors";
import { deepEqual } from "./deep_equal";
import types from "./util_types";
import { parseArgs } from "./parse_args";

const { util } = __hitlrun.node;
const g: any = globalThis;

export { types, parseArgs };
export const TextEncoder = g.TextEncoder;
export const TextDecoder = g.TextDecoder;
export const format = (...args: unknown[]): string => util.format(...args);

const defaultOptions: any = {
  showHidden: false, depth: 2, colors: false, customInspect: true, showProxy: false, maxArrayLength: 100, maxStringLength: 10000,
  breakLength: 128, compact: 3, sorted: false, getters: false, numericSeparator: false,
};
const untouched = JSON.stringify(defaultOptions);

/** inspect(value, options), or the old form inspect(value, showHidden, depth, colors). */
export const inspect: any = function inspect(value: unknown, options?: any, depth?: number, colors?: boolean): string {
  if (typeof options === "boolean") {
    options = { showHidden: options };
    if (depth !== undefined) options.depth = depth;
    if (colors !== undefined) options.colors = colors;
  }
  if (JSON.stringify(defaultOptions) !== untouched) options = Object.assign({}, defaultOptions, options);
  return util.inspect(value, options);
};
inspect.custom = Symbol.for("nodejs.util.inspect.custom");
inspect.defaultOptions = defaultOptions;

const custom = Symbol.for("nodejs.util.promisify.custom");
const sleep = (delay: number, value: unknown) => new Promise((resolve) => g.setTimeout(resolve, delay, value));

export const promisify: any = function promisify(original: any): any {
  checkFunction(original, "original");
  if (original === g.setTimeout) return sleep;
  if (original === g.setImmediate) return (value: unknown) => new Promise((resolve) => g.setImmediate(resolve, value));
  if (original[custom]) {
    checkFunction(original[custom], "util.promisify.custom");
    return original[custom];
  }
  const promised = function (this: unknown, ...args: unknown[]) {
    return new Promise((resolve, reject) => {
      original.call(this, ...args, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value)));
    });
  };
  Object.setPrototypeOf(promised, Object.getPrototypeOf(original));
  return Object.defineProperties(promised, Object.getOwnPropertyDescriptors(original));
};
promisify.custom = custom;

export function callbackify(original: any): any {
  checkFunction(original, "original");
  const called = function (this: unknown, ...args: any[]) {
    const callback = args.pop();
    if (typeof callback !== "function") throw wrongType("last argument", "of type function", callback);
    // What the callback throws must not become a rejection.
    const later = (...results: unknown[]) => g.setTimeout(() => callback.call(this, ...results), 0);
    original.apply(this, args).then(
      (value: unknown) => later(null, value),
      (reason: any) => {
        if (!reason) {
          const error = fault("Error", "ERR_FALSY_VALUE_REJECTION", "Promise was rejected with falsy value");
          error.reason = reason;
          reason = error;
        }
        later(reason);
      },
    );
  };
  const name = `${original.name}Callbackified`;
  return Object.defineProperties(called, { name: { value: name, configurable: true }, length: { value: original.length + 1, configurable: true } });
}

export function inherits(constructor: any, superConstructor: any): void {
  checkFunction(constructor, "ctor");
  checkFunction(superConstructor, "superCtor");
  Object.defineProperty(constructor, "super_", { value: superConstructor, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, superConstructor.prototype);
}

const deprecated = new Set<string>();

/** Warns at the first call, once for each code. */
export function deprecate(f: any, message: string, code?: string): any {
  let warned = false;
  const wrapper: any = function (this: unknown, ...args: unknown[]) {
    if (!warned && !(code && deprecated.has(code))) {
      if (code) deprecated.add(code);
      if (g.process && g.process.emitWarning) g.process.emitWarning(message, "DeprecationWarning", code);
    }
    warned = true;
    return this instanceof wrapper ? Reflect.construct(f, args, (this as any).constructor) : f.apply(this, args);
  };
  Object.setPrototypeOf(wrapper, f);
  if (f.prototype) wrapper.prototype = f.prototype;
  return wrapper;
}

export const isDeepStrictEqual = (a: unknown, b: unknown): boolean => deepEqual(a, b, true);
export const isArray = Array.isArray;
export const stripVTControlCharacters = (text: string): string => text.replace(/\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007]*(?:\u0007|\u001b\\)/g, "");
export const toUSVString = (text: string): string => (`${text}` as any).toWellFormed();

export default {
  types, parseArgs, TextEncoder, TextDecoder, format, inspect, promisify, callbackify, inherits, deprecate, isDeepStrictEqual,
  isArray, stripVTControlCharacters, toUSVString,
};
