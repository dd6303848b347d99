// What scripts find in "hitlrun" besides LangGraph.js. `hitlrun types` prints it, and so does hitlrun.Types in Go.

declare module "hitlrun" {
  /** The documentation that the run follows. */
  export const profile: "1" | "0.2";

  /** Time: milliseconds, or text such as "90s", "15m", "1h30m", "72h", "3d". */
  export type Duration = number | string;

  export interface InterruptOptions<T = unknown> {
    /** When the question ends by itself, counted from when it was first asked. */
    timeout?: Duration;
    /** The answer then; "error", the default, has interrupt() throw an InterruptTimeoutError. */
    onTimeout?: T | "error";
  }

  /**
   * Asks a question: returns the answer, or stops the node until there is one. A question that is
   * an object with a JSON schema as its `schema` takes only answers that fit it.
   */
  export function interrupt<I = unknown, R = any>(value: I, options?: InterruptOptions<R>): R;

  /** How often what a node does outside of the script happens: an option of addNode, compile and entrypoint. */
  export type Effects = "once" | "always";

  /** The functions of the Go program that runs the script. A Go program writes their types with hitlrun.Types. */
  export interface Functions {
    [name: string]: (...args: any[]) => Promise<any>;
  }
  export const functions: Functions;

  /** Applies the deadlines of a thread that have passed, and goes on with it; undefined if nothing is overdue. */
  export function sweep<G extends { invoke(input: any, config?: any): Promise<any> }>(graph: G, config: Parameters<G["invoke"]>[1]): Promise<any>;

  export interface AuditEvent {
    kind: "start" | "question" | "answer" | "timeout" | "update" | "fork" | "script" | "delete";
    interruptId?: string;
    node?: string;
    text?: string;
    /** Of an answer. */
    question?: any;
    value?: any;
  }

  /** What one transaction did to a thread. */
  export interface AuditEntry {
    n: number;
    hash: string;
    threadId?: string;
    at?: Date;
    by?: string;
    from?: string;
    events?: AuditEvent[];
    /** The thread was deleted: only the hash is left. */
    erased?: boolean;
  }

  /** The audit log of a SqliteSaver, or of the one a graph has, oldest entry first. */
  export function audit(of: object, filter?: { threadId?: string; after?: number; limit?: number }): AuditEntry[];

  /** Finds out whether someone changed the audit log: then there are problems. */
  export function verifyAudit(of: object): { entries: number; erased: number; head: { n: number; hash: string }; problems: string[] };

  /** An answer came to a question that was answered before. */
  export class InterruptAlreadyResolved extends Error {
    threadId?: string;
    interruptId?: string;
    /** Who answered, and when; undefined if that is not known. */
    by?: string;
    at?: Date;
  }
  /** An answer came for a question that does not wait. */
  export class InterruptNotFoundError extends Error {}
  /** A node asks a different question than the one that was answered, and the run is strict. */
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
