// This file is node:assert.
import { AssertionError } from "./assertion_error";
import { deepEqual as sameDeep } from "./deep_equal";
import { checkFunction, fault, wrongType } from "./errors";

const { util } = __hitlrun.node;
type Message = string | Error | undefined;

export { AssertionError };

function raise(actual: unknown, expected: unknown, message: Message, operator: string, start: unknown, generated?: boolean): never {
  if (message instanceof Error) throw message;
  const error = new AssertionError({ actual, expected, message, operator, stackStartFn: start });
  if (generated !== undefined) error.generatedMessage = generated;
  throw error;
}

function needTwo(count: number): void {
  if (count < 2) throw fault("TypeError", "ERR_MISSING_ARGS", 'The "actual" and "expected" arguments must be specified');
}

function truth(args: unknown[], start: unknown): void {
  const [value, message] = args;
  if (value) return;
  if (args.length === 0) raise(value, true, "No value argument passed to `assert.ok()`", "==", start, true);
  // Node shows the source of the call here. If it cannot read the source, it prints this message.
  raise(value, true, message as Message, "==", start);
}

export function ok(...args: any[]): void {
  truth(args, ok);
}

/** Returns a function that compares two values, and throws if the result is not the wanted one. */
function comparing(operator: string, wanted: boolean, same: (a: any, b: any) => boolean) {
  return function check(actual: unknown, expected: unknown, message?: Message): void {
    needTwo(arguments.length);
    if (same(actual, expected) !== wanted) raise(actual, expected, message, operator, check);
  };
}

const loose = (a: any, b: any) => a == b || (a !== a && b !== b);
const deepLoose = (a: any, b: any) => sameDeep(a, b, false);
const deepStrict = (a: any, b: any) => sameDeep(a, b, true);

export const equal = comparing("==", true, loose);
export const notEqual = comparing("!=", false, loose);
export const strictEqual = comparing("strictEqual", true, Object.is);
export const notStrictEqual = comparing("notStrictEqual", false, Object.is);
export const deepEqual = comparing("deepEqual", true, deepLoose);
export const notDeepEqual = comparing("notDeepEqual", false, deepLoose);
export const deepStrictEqual = comparing("deepStrictEqual", true, deepStrict);
export const notDeepStrictEqual = comparing("notDeepStrictEqual", false, deepStrict);

/** It takes a message, or the older (actual, expected, message, operator, the function that is left out of the stack). */
export function fail(...args: any[]): never {
  let [actual, expected, message, operator = "fail", stackStartFn = fail] = args;
  const generated = args.length <= 1 && (actual === undefined || actual === null);
  if (generated) message = "Failed";
  else if (args.length === 1) [message, actual] = [actual, undefined];
  else if (args.length === 2) operator = "!=";
  if (message instanceof Error) throw message;
  const error: any = new AssertionError({ actual, expected, ...(message !== undefined && { message }), operator, stackStartFn });
  if (generated) error.generatedMessage = true;
  throw error;
}

function matching(wanted: boolean, operator: string, text: string) {
  return function check(string: unknown, regexp: RegExp, message?: Message): void {
    if (Object.prototype.toString.call(regexp) !== "[object RegExp]") throw wrongType("regexp", "an instance of RegExp", regexp);
    if (typeof string === "string" && (regexp.exec(string) !== null) === wanted) return;
    const generated = message === undefined;
    const why = typeof string !== "string"
      ? `The "string" argument must be of type string. Received ${util.received(string)}`
      : `${text} ${util.inspect(regexp)}. Input:\n\n${util.inspect(string)}\n`;
    raise(string, regexp, generated ? why : message, operator, check, generated);
  };
}
export const match = matching(true, "match", "The input did not match the regular expression");
export const doesNotMatch = matching(false, "doesNotMatch", "The input was expected to not match the regular expression");

export function ifError(value: any): void {
  if (value === null || value === undefined) return;
  const text = typeof value === "object" && typeof value.message === "string" ? value.message || value.constructor.name : util.inspect(value);
  raise(value, null, `ifError got unwanted exception: ${text}`, "ifError", ifError, false);
}

/** What a function throws, or what a promise is rejected with, in an object. undefined if there is no error. */
interface Caught { error: any }

function caughtBy(f: any): Caught | undefined {
  checkFunction(f, "fn");
  try {
    f();
  } catch (error) {
    return { error };
  }
  return undefined;
}

async function rejectedBy(f: any): Promise<Caught | undefined> {
  const isPromise = (value: any) => value !== null && typeof value === "object" && typeof value.then === "function";
  let promise = f;
  if (typeof f === "function") {
    promise = f();
    if (!isPromise(promise)) {
      throw fault("TypeError", "ERR_INVALID_RETURN_VALUE", `Expected instance of Promise to be returned from the "promiseFn" function but got ${util.received(promise)}.`);
    }
  } else if (!isPromise(f)) {
    throw wrongType("promiseFn", "of type function or an instance of Promise", f);
  }
  try {
    await promise;
  } catch (error) {
    return { error };
  }
  return undefined;
}

function expectError(caught: Caught | undefined, args: any[], operator: string, start: unknown): void {
  let [expected, message] = args;
  if (typeof expected === "string") {
    if (args.length > 1) throw wrongType("error", "of type function or an instance of Error, RegExp, or Object", expected);
    if (caught && (caught.error === expected || (caught.error && caught.error.message === expected))) {
      const what = caught.error === expected ? "error" : "error message";
      throw fault("TypeError", "ERR_AMBIGUOUS_ARGUMENT", `The "error/message" argument is ambiguous. The ${what} "${expected}" is identical to the message.`);
    }
    [message, expected] = [expected, undefined];
  } else if (expected !== undefined && expected !== null && typeof expected !== "object" && typeof expected !== "function") {
    throw wrongType("error", "of type function or an instance of Error, RegExp, or Object", expected);
  }
  if (!caught) {
    const name = expected && expected.name ? ` (${expected.name})` : "";
    const end = message ? `: ${message}` : ".";
    raise(undefined, expected, `Missing expected ${operator === "rejects" ? "rejection" : "exception"}${name}${end}`, operator, start, false);
  }
  if (expected) checkError(caught.error, expected, message, operator, start);
}

function checkError(actual: any, expected: any, message: Message, operator: string, start: unknown): void {
  const wrong = (text: string): never => raise(actual, expected, message === undefined ? text : message, operator, start, message === undefined);
  if (typeof expected !== "function") {
    if (Object.prototype.toString.call(expected) === "[object RegExp]") {
      if (!expected.test(String(actual))) wrong(`The input did not match the regular expression ${util.inspect(expected)}. Input:\n\n${util.inspect(String(actual))}\n`);
      return;
    }
    compareError(actual, expected, message, operator, start);
    return;
  }
  if (expected.prototype !== undefined && actual instanceof expected) return;
  if (Error.isPrototypeOf(expected)) {
    const text = actual instanceof Error ? `Received "${actual.constructor.name}"\n\nError message:\n\n${actual.message}` : `Received "${util.inspect(actual, { depth: -1 })}"`;
    wrong(`The error is expected to be an instance of "${expected.name}". ${text}`);
  }
  const result = expected.call({}, actual);
  if (result !== true) {
    const name = expected.name ? `"${expected.name}" ` : "";
    const text = actual instanceof Error ? `${actual.name}: ${actual.message}` : util.inspect(actual);
    wrong(`The ${name}validation function is expected to return "true". Received ${util.inspect(result)}\n\nCaught error:\n\n${text}`);
  }
}

/** A class whose name is in messages. */
class Comparison {
  constructor(from: any, keys: string[], expected?: any) {
    for (const key of keys) {
      if (!(key in from)) continue;
      const matches = expected && typeof from[key] === "string" && Object.prototype.toString.call(expected[key]) === "[object RegExp]" && expected[key].test(from[key]);
      (this as any)[key] = matches ? expected[key] : from[key];
    }
  }
}

function compareError(actual: any, expected: any, message: Message, operator: string, start: unknown): void {
  const keys = Object.keys(expected);
  if (expected instanceof Error) keys.push("name", "message");
  else if (keys.length === 0) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'error' may not be an empty object. Received {}`);
  const isObject = actual !== null && (typeof actual === "object" || typeof actual === "function");
  const shown = isObject ? new Comparison(actual, keys, expected) : actual;
  const wanted = new Comparison(expected, keys);
  if (isObject && sameDeep(shown, wanted, true)) return;
  if (message) raise(actual, expected, message, operator, start);
  try {
    raise(shown, wanted, message, "deepStrictEqual", start);
  } catch (error: any) {
    if (error instanceof AssertionError) Object.assign(error, { actual, expected, operator });
    throw error;
  }
}

/** Reports whether an error is what doesNotThrow refuses. expected is a class, a pattern, or a function that returns true. */
function matchesError(error: any, expected: any): boolean {
  if (typeof expected !== "function") {
    if (Object.prototype.toString.call(expected) !== "[object RegExp]") throw wrongType("expected", "of type function or an instance of RegExp", expected);
    return expected.test(String(error));
  }
  if (expected.prototype !== undefined && error instanceof expected) return true;
  return !Error.isPrototypeOf(expected) && expected.call({}, error) === true;
}

function refuseError(caught: Caught | undefined, args: any[], operator: string, start: unknown): void {
  if (!caught) return;
  const [expected, message] = typeof args[0] === "string" ? [undefined, args[0]] : args;
  const { error } = caught;
  if (expected !== undefined && !matchesError(error, expected)) throw error;
  const what = operator === "doesNotReject" ? "rejection" : "exception";
  raise(error, expected, `Got unwanted ${what}${message ? `: ${message}` : "."}\nActual message: "${error && error.message}"`, operator, start, false);
}

export function throws(f: () => unknown, ...args: any[]): void {
  expectError(caughtBy(f), args, "throws", throws);
}

export async function rejects(f: any, ...args: any[]): Promise<void> {
  expectError(await rejectedBy(f), args, "rejects", rejects);
}

export function doesNotThrow(f: () => unknown, ...args: any[]): void {
  refuseError(caughtBy(f), args, "doesNotThrow", doesNotThrow);
}

export async function doesNotReject(f: any, ...args: any[]): Promise<void> {
  refuseError(await rejectedBy(f), args, "doesNotReject", doesNotReject);
}

const same = { AssertionError, deepStrictEqual, doesNotMatch, doesNotReject, doesNotThrow, fail, ifError, match, notDeepStrictEqual, notStrictEqual, rejects, strictEqual, throws };

/** The same functions; the loose names are strict. */
export const strict: any = Object.assign(function strict(...args: any[]): void {
  truth(args, strict);
}, same, { ok, equal: strictEqual, notEqual: notStrictEqual, deepEqual: deepStrictEqual, notDeepEqual: notDeepStrictEqual });
strict.strict = strict;

export default Object.assign(ok, same, { equal, notEqual, deepEqual, notDeepEqual, ok, strict });
