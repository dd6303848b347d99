// This file declares the module "hitlrun", which scripts can import besides LangGraph.js. `hitlrun types` prints it, and hitlrun.Types returns it in Go.

declare module "hitlrun" {
  /** The version of LangGraph.js whose behaviour the run has. */
  export const profile: "1" | "0.2";

  /** A time: a number of milliseconds, or a text such as "90s", "15m", "1h30m", "72h", "3d". */
  export type Duration = number | string;

  export interface InterruptOptions<T = unknown> {
    /** After this time the question ends without an answer. It is counted from when the question was first asked. */
    timeout?: Duration;
    /** The answer after the timeout. With "error", the default, interrupt() throws an InterruptTimeoutError. */
    onTimeout?: T | "error";
  }

  /**
   * Asks a question. Returns the answer, or stops the node until there is one. If the question is an
   * object with a JSON schema in `schema`, an answer has to fit it.
   */
  export function interrupt<I = unknown, R = any>(value: I, options?: InterruptOptions<R>): R;

  /** How often the effects of a node outside of the script happen. It is an option of addNode, compile and entrypoint. */
  export type Effects = "once" | "always";

  /** The functions of the Go program that runs the script. A Go program writes their types with hitlrun.Types. */
  export interface Functions {
    [name: string]: (...args: any[]) => Promise<any>;
  }
  export const functions: Functions;

  /** Applies the deadlines of a thread that have passed, and resumes it. Returns undefined if nothing is overdue. */
  export function sweep<G extends { invoke(input: any, config?: any): Promise<any> }>(graph: G, config: Parameters<G["invoke"]>[1]): Promise<any>;

  export interface AuditEvent {
    kind: "start" | "question" | "answer" | "timeout" | "update" | "fork" | "copy" | "rollback" | "script" | "grants" | "delete";
    interruptId?: string;
    node?: string;
    text?: string;
    /** The question of an answer. */
    question?: any;
    value?: any;
  }

  /** An entry of the audit log: what one transaction did to a thread. */
  export interface AuditEntry {
    n: number;
    hash: string;
    threadId?: string;
    at?: Date;
    by?: string;
    from?: string;
    events?: AuditEvent[];
    /** Whether the thread was deleted. Then the entry has only its number and hash. */
    erased?: boolean;
  }

  /** Returns the audit log of a SqliteSaver, or of the saver of a graph, oldest entry first. */
  export function audit(of: object, filter?: { threadId?: string; after?: number; limit?: number }): AuditEntry[];

  /** Checks whether someone changed the audit log. `problems` says where; it is empty if nothing was changed. */
  export function verifyAudit(of: object): { entries: number; erased: number; head: { n: number; hash: string }; problems: string[] };

  /** The question was answered before. */
  export class InterruptAlreadyResolved extends Error {
    threadId?: string;
    interruptId?: string;
    /** Who answered, and when; undefined if that is not known. */
    by?: string;
    at?: Date;
  }
  /** The question of the answer does not wait. */
  export class InterruptNotFoundError extends Error {}
  /** With strict: a node asks a different question than the one that was answered. */
  export class InterruptMismatchError extends Error {}
  /** Nobody answered before the deadline of a question. */
  export class InterruptTimeoutError extends Error {}
  /** An answer does not fit the schema of its question. */
  export class InvalidAnswerError extends Error {}
  /** A node that runs again has other effects than its journal. */
  export class NonDeterminismError extends Error {}

  /** A store for long-term memory in a SQLite file. */
  export class SqliteStore {
    constructor(path: string, options?: any);
    get(namespace: string[], key: string): Promise<any>;
    put(namespace: string[], key: string, value: Record<string, any>, index?: false | string[]): Promise<void>;
    delete(namespace: string[], key: string): Promise<void>;
    search(namespacePrefix: string[], options?: any): Promise<any[]>;
    listNamespaces(options?: any): Promise<string[][]>;
    batch(operations: any[]): Promise<any[]>;
  }
}
