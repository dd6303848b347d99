// This file is the module "hitlrun": what LangGraph.js does not have.

/** The version of LangGraph.js that the run follows: "1" or "0.2". */
export const profile: string = __hitlrun.legacy ? "0.2" : "1";

import { Command } from "./command";

export {
  InterruptAlreadyResolved, InterruptMismatchError, InterruptNotFoundError, InterruptTimeoutError, InvalidAnswerError, NonDeterminismError,
} from "./trust_errors";
/** The functions of the Go program that runs the script. Each returns a promise. */
export const functions: Record<string, (...args: any[]) => Promise<any>> = new Proxy({}, {
  get: (_, name) => typeof name === "string" ? (...args: any[]) => __hitlrun.callFunction(name, args) : undefined,
});

/** Returns the audit log of a SqliteSaver, or of the saver of a graph, oldest entry first. */
export function audit(of: any, filter: any = {}): any[] { return __hitlrun.audit(of, filter); }

/** Checks whether someone changed the audit log. The result lists the problems. */
export function verifyAudit(of: any): any { return __hitlrun.verifyAudit(of); }

/** Applies the deadlines of a thread that have passed, and resumes it. Returns undefined if nothing is overdue. */
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
