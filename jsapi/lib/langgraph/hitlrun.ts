// This file is "hitlrun": what only this runtime has.

/** The documentation that the run follows: "1" or "0.2". */
export const profile: string = __hitlrun.legacy ? "0.2" : "1";

import { Command } from "./command";

export {
  InterruptAlreadyResolved, InterruptMismatchError, InterruptNotFoundError, InterruptTimeoutError, InvalidAnswerError, NonDeterminismError,
} from "./trust_errors";
/** The functions of the Go program that runs the script. Each returns a promise. */
export const functions: Record<string, (...args: any[]) => Promise<any>> = new Proxy({}, {
  get: (_, name) => typeof name === "string" ? (...args: any[]) => __hitlrun.callFunction(name, args) : undefined,
});

/** The audit log of a SqliteSaver, or of the one a graph has, oldest entry first. */
export function audit(of: any, filter: any = {}): any[] { return __hitlrun.audit(of, filter); }

/** Finds out whether someone changed the audit log: then there are problems. */
export function verifyAudit(of: any): any { return __hitlrun.verifyAudit(of); }

/** Applies the deadlines of a thread that have passed, and goes on with it; undefined if nothing is overdue. */
export async function sweep(graph: any, config: any): Promise<any> {
  const command: any = new Command({});
  command.overdue = true;
  try {
    return await graph.invoke(command, config);
  } catch (e: any) {
    if (e?.name === "NothingOverdue") return undefined;
    throw e;
  }
}

export { interrupt } from "./config";
export { SqliteStore } from "./sqlite_store";
