// This file has the error classes, and the guards for them.

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

export class GraphInterrupt extends GraphBubbleUp {
  interrupts: any[];

  constructor(interrupts?: any[], fields?: any) {
    super(JSON.stringify(interrupts, (_, v) => typeof v === "bigint" ? `${v}n` : v, 2), fields);
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

export function isParentCommand(e: any) { return e !== undefined && e.name === "ParentCommand"; }
export function isGraphBubbleUp(e: any) { return e !== undefined && e.is_bubble_up === true; }
export function isGraphInterrupt(e: any) {
  return e !== undefined && (e.name === "GraphInterrupt" || e.name === "NodeInterrupt");
}

__hitlrun.register({
  GraphRecursionError, GraphValueError, GraphInterrupt, ParentCommand, EmptyInputError, InvalidUpdateError,
  UnreachableNodeError,
});
