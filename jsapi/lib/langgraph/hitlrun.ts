// This file is "hitlrun": what only this runtime has.

/** The documentation that the run follows: "1" or "0.2". */
export const profile: string = __hitlrun.legacy ? "0.2" : "1";

export { SqliteStore } from "./sqlite_store";
