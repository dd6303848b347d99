// This file has the error classes, the functions that recognise them, and RunControl.

const docs = "https://docs.langchain.com/oss/javascript/langgraph/";

export class BaseLangGraphError extends Error {
  lc_error_code: string | undefined;

  constructor(message?: string, fields?: { lc_error_code?: string }) {
    const code = fields?.lc_error_code;
    super(code ? `${message ?? ""}\n\nTroubleshooting URL: ${docs}${code}/\n` : message ?? "");
    this.lc_error_code = code;
  }
}

export class GraphBubbleUp extends BaseLangGraphError {
  get is_bubble_up() { return true; }
}

export class GraphRecursionError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "GraphRecursionError"; }
  static get unminifiable_name() { return "GraphRecursionError"; }
}

export class GraphValueError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "GraphValueError"; }
  static get unminifiable_name() { return "GraphValueError"; }
}

function described(interrupts: any): string {
  try {
    return JSON.stringify(interrupts, null, 2);
  } catch { // the value contains a bigint
    return JSON.stringify(interrupts, (_, v) => typeof v === "bigint" ? `${v}n` : v, 2);
  }
}

export class GraphInterrupt extends GraphBubbleUp {
  interrupts: any[];

  constructor(interrupts?: any[], fields?: any) {
    super(described(interrupts), fields);
    this.name = "GraphInterrupt";
    this.interrupts = interrupts ?? [];
  }

  static get unminifiable_name() { return "GraphInterrupt"; }
}

export class NodeInterrupt extends GraphInterrupt {
  constructor(message: any, fields?: any) {
    super([__hitlrun.legacy ? { value: message, when: "during" } : { value: message }], fields);
    this.name = "NodeInterrupt";
  }

  static get unminifiable_name() { return "NodeInterrupt"; }
}

export class ParentCommand extends GraphBubbleUp {
  command: any;

  constructor(command: any) { super(); this.name = "ParentCommand"; this.command = command; }
  static get unminifiable_name() { return "ParentCommand"; }
}

export class EmptyInputError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "EmptyInputError"; }
  static get unminifiable_name() { return "EmptyInputError"; }
}

export class EmptyChannelError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "EmptyChannelError"; }
  static get unminifiable_name() { return "EmptyChannelError"; }
}

export class InvalidUpdateError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "InvalidUpdateError"; }
  static get unminifiable_name() { return "InvalidUpdateError"; }
}

export class MultipleSubgraphsError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "MultipleSubgraphError"; }
  static get unminifiable_name() { return "MultipleSubgraphError"; }
}

export class UnreachableNodeError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "UnreachableNodeError"; }
  static get unminifiable_name() { return "UnreachableNodeError"; }
}

export class RemoteException extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "RemoteException"; }
  static get unminifiable_name() { return "RemoteException"; }
}

export class StateGraphInputError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) {
    super(message, fields);
    this.name = "StateGraphInputError";
    this.message = "Invalid StateGraph input. Make sure to pass a valid StateDefinition, Annotation.Root, or Zod schema.";
  }

  static get unminifiable_name() { return "StateGraphInputError"; }
}

/** Raised by a run that stops at the end of a superstep, because that was requested. */
export class GraphDrained extends GraphBubbleUp {
  reason: string;

  constructor(reason = "shutdown", fields?: any) {
    super(`Graph drained: ${reason}`, fields);
    this.name = "GraphDrained";
    this.reason = reason;
  }

  static get unminifiable_name() { return "GraphDrained"; }
}

/** The argument of an error handler: the node that failed, and its error. */
export class NodeError {
  constructor(public node: string, public error: Error) {}
  static get unminifiable_name() { return "NodeError"; }
}

/** Raised by a node that exceeded its timeout. Times are milliseconds. */
export class NodeTimeoutError extends BaseLangGraphError {
  node: string;
  kind: "run" | "idle";
  timeout: number;
  elapsed: number;
  runTimeout: number | undefined;
  idleTimeout: number | undefined;

  constructor(fields: any, errorFields?: any) {
    const { node, elapsed, kind, runTimeout, idleTimeout } = fields;
    const timeout = kind === "idle" ? idleTimeout : runTimeout;
    if (timeout === undefined) throw new Error(`${kind === "idle" ? "idle" : "run"}Timeout is required when kind='${kind}'`);
    super(kind === "idle"
      ? `Node "${node}" exceeded its idle timeout of ${timeout}ms without making progress (elapsed: ${elapsed}ms).`
      : `Node "${node}" exceeded its run timeout of ${timeout}ms (elapsed: ${elapsed}ms).`, errorFields);
    this.name = "NodeTimeoutError";
    this.node = node;
    this.kind = kind;
    this.timeout = timeout;
    this.elapsed = elapsed;
    this.runTimeout = runTimeout;
    this.idleTimeout = idleTimeout;
  }

  static get unminifiable_name() { return "NodeTimeoutError"; }
}

export function isGraphDrained(e: any) { return e !== undefined && e.name === "GraphDrained"; }
export function isNodeTimeoutError(e: any) { return e !== undefined && e.name === "NodeTimeoutError"; }
export function isNodeError(e: any) {
  return e !== null && typeof e === "object" && e.constructor?.unminifiable_name === "NodeError";
}

export function isParentCommand(e: any) { return e !== undefined && e.name === "ParentCommand"; }
export function isGraphBubbleUp(e: any) { return e !== undefined && e.is_bubble_up === true; }
export function isGraphInterrupt(e: any) {
  return e !== undefined && (e.name === "GraphInterrupt" || e.name === "NodeInterrupt");
}

/** Requests that a run stops at the end of a superstep. */
export class RunControl {
  #reason: string | undefined;

  /** Requests that the run stops before its next superstep. Active tasks run to their end. */
  requestDrain(reason = "shutdown") { this.#reason = reason; }

  get drainRequested() { return this.#reason !== undefined; }
  get drainReason() { return this.#reason; }
}

__hitlrun.register({
  GraphRecursionError, GraphValueError, GraphInterrupt, ParentCommand, EmptyInputError, InvalidUpdateError,
  UnreachableNodeError, GraphDrained, NodeError, NodeTimeoutError, RunControl,
});
