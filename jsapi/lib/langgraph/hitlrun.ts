// This file is "hitlrun": what only this runtime has.

/** The documentation that the run follows: "1" or "0.2". */
export const profile: string = __hitlrun.legacy ? "0.2" : "1";

export {
  InterruptAlreadyResolved, InterruptMismatchError, InterruptNotFoundError, InterruptTimeoutError, InvalidAnswerError, NonDeterminismError,
} from "./trust_errors";
/** The functions of the Go program that runs the script. Each returns a promise. */
export const functions: Record<string, (...args: any[]) => Promise<any>> = new Proxy({}, {
  get: (_, name) => typeof name === "string" ? (...args: any[]) => __hitlrun.callFunction(name, args) : undefined,
});

export { interrupt } from "./config";
export { SqliteStore } from "./sqlite_store";
