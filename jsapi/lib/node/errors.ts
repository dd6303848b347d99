// This file has errors and checks of arguments that the node: modules share.

const { util } = __hitlrun.node;

export function fault(className: string, code: string, message: string): any {
  return util.error(className, code, message);
}

/** Returns the error for an argument of a wrong type. what is for example "of type string" or "an instance of Error". */
export function wrongType(name: string, what: string, value: unknown): Error {
  const kind = name.includes(".") ? "property" : "argument";
  return fault("TypeError", "ERR_INVALID_ARG_TYPE", `The "${name}" ${kind} must be ${what}. Received ${util.received(value)}`);
}

export function outOfRange(name: string, range: string, value: unknown): Error {
  return fault("RangeError", "ERR_OUT_OF_RANGE", `The value of "${name}" is out of range. It must be ${range}. Received ${util.inspect(value)}`);
}

/** Throws an error for a value that is not an integer from least to most. */
export function checkInteger(value: any, name: string, least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): void {
  if (typeof value !== "number") throw wrongType(name, "of type number", value);
  if (!Number.isInteger(value)) throw outOfRange(name, "an integer", value);
  if (value < least || value > most) throw outOfRange(name, `>= ${least} && <= ${most}`, value);
}

export function checkString(value: unknown, name: string): void {
  if (typeof value !== "string") throw wrongType(name, "of type string", value);
}

export function checkFunction(value: unknown, name: string): void {
  if (typeof value !== "function") throw wrongType(name, "of type function", value);
}

export function checkSignal(value: any, name: string): void {
  if (value !== undefined && (value === null || typeof value !== "object" || !("aborted" in value))) {
    throw wrongType(name, "an instance of AbortSignal", value);
  }
}

/** Returns the error that an operation throws when its signal is aborted. */
export function abortError(signal: any): Error {
  const error: any = new Error("The operation was aborted");
  Object.defineProperty(error, "name", { value: "AbortError", writable: true, configurable: true });
  error.code = "ABORT_ERR";
  if (signal.reason !== undefined) Object.defineProperty(error, "cause", { value: signal.reason, writable: true, configurable: true });
  return error;
}
