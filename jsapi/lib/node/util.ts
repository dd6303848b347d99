// This file is node:util.
import { checkFunction, checkString, fault, outOfRange, wrongType } from "./errors";
import { deepEqual } from "./deep_equal";
import types from "./util_types";
import { parseArgs } from "./parse_args";
import { parseEnv } from "./parse_env";
import { systemErrors } from "./system_errors";
import * as timers from "./timers_promises";
import { MIMEParams, MIMEType } from "./util_mime";

const { util } = __hitlrun.node;
const g: any = globalThis;

export { types, parseArgs, parseEnv, MIMEParams, MIMEType };
export const TextEncoder = g.TextEncoder;
export const TextDecoder = g.TextDecoder;
export const format = (...args: unknown[]): string => util.format(...args);

const defaultOptions: any = {
  showHidden: false, depth: 2, colors: false, customInspect: true, showProxy: false, maxArrayLength: 100, maxStringLength: 10000,
  breakLength: 80, compact: 3, sorted: false, getters: false, numericSeparator: false,
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

export const promisify: any = function promisify(original: any): any {
  checkFunction(original, "original");
  if (original === g.setTimeout) return timers.setTimeout;
  if (original === g.setImmediate) return timers.setImmediate;
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

const nextTick: (f: () => void) => void = g.process.nextTick;

export function callbackify(original: any): any {
  checkFunction(original, "original");
  const called = function (this: unknown, ...args: any[]) {
    const callback = args.pop();
    if (typeof callback !== "function") throw wrongType("last argument", "of type function", callback);
    // An error that the callback throws must not become a rejection.
    const later = (...results: unknown[]) => nextTick(() => callback.call(this, ...results));
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
  if (superConstructor === undefined || superConstructor === null) throw wrongType("superCtor", "of type function", superConstructor);
  if (superConstructor.prototype === undefined) throw wrongType("superCtor.prototype", "of type object", superConstructor.prototype);
  Object.defineProperty(constructor, "super_", { value: superConstructor, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, superConstructor.prototype);
}

const deprecated = new Set<string>();

/** Prints a warning at the first call, once for each code. */
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
export const stripVTControlCharacters = (text: string): string => (checkString(text, "str"), text).replace(/\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007]*(?:\u0007|\u001b\\)/g, "");
export const toUSVString = (text: string): string => (`${text}` as any).toWellFormed();


/** NODE_DEBUG is not read, because a script sees only environment variables that were granted. */
export function debuglog(_section: string, callback?: (log: any) => void): any {
  const log: any = (): void => {};
  Object.defineProperty(log, "enabled", { value: false });
  if (callback) callback(log);
  return log;
}
export { debuglog as debug };

const colors: any = {
  reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], blink: [5, 25], inverse: [7, 27], hidden: [8, 28], strikethrough: [9, 29],
  doubleunderline: [21, 24], black: [30, 39], red: [31, 39], green: [32, 39], yellow: [33, 39], blue: [34, 39], magenta: [35, 39], cyan: [36, 39],
  white: [37, 39], bgBlack: [40, 49], bgRed: [41, 49], bgGreen: [42, 49], bgYellow: [43, 49], bgBlue: [44, 49], bgMagenta: [45, 49], bgCyan: [46, 49],
  bgWhite: [47, 49], framed: [51, 54], overlined: [53, 55], gray: [90, 39], redBright: [91, 39], greenBright: [92, 39], yellowBright: [93, 39],
  blueBright: [94, 39], magentaBright: [95, 39], cyanBright: [96, 39], whiteBright: [97, 39], bgGray: [100, 49], bgRedBright: [101, 49],
  bgGreenBright: [102, 49], bgYellowBright: [103, 49], bgBlueBright: [104, 49], bgMagentaBright: [105, 49], bgCyanBright: [106, 49], bgWhiteBright: [107, 49],
};
for (const [alias, name] of [["grey", "gray"], ["bgGrey", "bgGray"], ["blackBright", "gray"], ["crossedOut", "strikethrough"], ["faint", "dim"]]) {
  Object.defineProperty(colors, alias, { get: () => colors[name], set: (codes) => (colors[name] = codes), configurable: true });
}
inspect.colors = colors;
inspect.styles = {
  special: "cyan", number: "yellow", bigint: "yellow", boolean: "yellow", undefined: "grey", null: "bold", string: "green", symbol: "green", date: "magenta",
  regexp: "red", module: "underline",
};

/** A single format colours only what goes to a terminal, and a list of formats always, as in Node 20. */
export function styleText(style: string | string[], text: string, options: any = {}): string {
  const { validateStream = true, stream = (globalThis as any).process.stdout } = options;
  if (typeof text !== "string") throw wrongType("text", "of type string", text);
  if (typeof validateStream !== "boolean") throw wrongType("options.validateStream", "of type boolean", validateStream);
  if (validateStream && typeof stream?.write !== "function" && typeof stream?.getReader !== "function" && typeof stream?.getWriter !== "function" && typeof stream?.pipe !== "function") {
    throw wrongType("stream", "an instance of ReadableStream, WritableStream, or Stream", stream);
  }
  let [left, right] = ["", ""];
  for (const name of Array.isArray(style) ? style : [style]) {
    const codes = colors[name];
    if (!codes) {
      throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'format' must be one of: ${Object.keys(colors).map((c) => `'${c}'`).join(", ")}. Received ${util.inspect(name)}`);
    }
    left += `\u001b[${codes[0]}m`;
    right = `\u001b[${codes[1]}m${right}`;
  }
  if (validateStream && !Array.isArray(style) && !colorful(stream)) return text;
  return `${left}${text}${right}`;
}

/** Whether a stream is a terminal that shows colours. */
function colorful(stream: any): boolean {
  return Boolean(stream?.isTTY) && (typeof stream.getColorDepth !== "function" || stream.getColorDepth() > 2);
}

export function formatWithOptions(options: any, ...args: unknown[]): string {
  if (options === null || typeof options !== "object") throw wrongType("inspectOptions", "of type object", options);
  return util.formatWith(options, ...args);
}
export async function aborted(signal: any, resource: any): Promise<void> {
  if (!signal || typeof signal !== "object" || !("aborted" in signal)) throw wrongType("signal", "an instance of AbortSignal", signal);
  if (resource === null || (typeof resource !== "object" && typeof resource !== "function")) throw wrongType("resource", "of type object", resource);
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener("abort", () => resolve(), { once: true })));
}
export function getSystemErrorName(code: any): string {
  if (typeof code !== "number") throw wrongType("err", "of type number", code);
  if (!(code < 0) || !Number.isSafeInteger(code)) throw outOfRange("err", "a negative integer", code);
  const found = systemErrors().get(code);
  return found ? found[0] : `Unknown system error ${code}`;
}
export const getSystemErrorMap = (): Map<number, [string, string]> => new Map(systemErrors());
/** Returns the error of a failed call of the system. */
export function _errnoException(code: number, call: string, original?: string): any {
  const name = getSystemErrorName(code);
  return Object.assign(new Error(`${call} ${original ? `${name} ${original}` : name}`), { errno: code, code: name, syscall: call });
}
export function _exceptionWithHostPort(code: number, call: string, address: string, port?: number, more?: string): any {
  const details = `${port ? ` ${address}:${port}` : address ? ` ${address}` : ""}${more ? ` - Local (${more})` : ""}`;
  const name = getSystemErrorName(code);
  return Object.assign(new Error(`${call} ${name}${details}`), { errno: code, code: name, syscall: call, address, ...(port ? { port } : {}) });
}
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** Prints a line with the time. */
export function log(...args: unknown[]): void {
  const now = new Date();
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map((n) => `${n}`.padStart(2, "0")).join(":");
  g.console.log("%s - %s", `${now.getDate()} ${months[now.getMonth()]} ${time}`, format(...args));
}
export const transferableAbortSignal = (signal: any): any => {
  if (!(signal instanceof g.AbortSignal)) throw wrongType("signal", "an instance of AbortSignal", signal);
  return signal;
};
export const transferableAbortController = (): any => new g.AbortController();
export const _extend = (target: any, source: any): any => (source !== null && typeof source === "object" ? Object.assign(target, source) : target);
const is = (type: string) => (value: unknown): boolean => typeof value === type;
export const isBoolean = is("boolean");
export const isString = is("string");
export const isNumber = is("number");
export const isSymbol = is("symbol");
export const isUndefined = is("undefined");
export const isFunction = is("function");
export const isNull = (value: unknown): boolean => value === null;
export const isNullOrUndefined = (value: unknown): boolean => value === null || value === undefined;
export const isObject = (value: unknown): boolean => value !== null && typeof value === "object";
export const isPrimitive = (value: unknown): boolean => value === null || (typeof value !== "object" && typeof value !== "function");
export const isRegExp = types.isRegExp;
export const isDate = types.isDate;
export const isError = (value: unknown): boolean => value instanceof Error;
export const isBuffer = (value: unknown): boolean => g.Buffer.isBuffer(value);

export default {
  debuglog, debug: debuglog, styleText, formatWithOptions, aborted, getSystemErrorName, getSystemErrorMap, transferableAbortController, transferableAbortSignal, _extend, isBoolean,
  isString, isNumber, isSymbol, isUndefined, isFunction, isNull, isNullOrUndefined, isObject, isPrimitive, isRegExp, isDate, isError, isBuffer,
  types, parseArgs, TextEncoder, TextDecoder, format, inspect, promisify, callbackify, inherits, deprecate, isDeepStrictEqual,
  isArray, stripVTControlCharacters, toUSVString, parseEnv, MIMEType, MIMEParams, log, _errnoException, _exceptionWithHostPort,
};
