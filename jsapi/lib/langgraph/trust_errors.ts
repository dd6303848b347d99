// This file has the error classes that LangGraph.js does not have: those of answers and effects.

import { BaseLangGraphError } from "./errors";

/** The question was answered before. */
export class InterruptAlreadyResolved extends BaseLangGraphError {
  threadId?: string;
  interruptId?: string;
  /** Who answered, and when; undefined if that is not known. */
  by?: string;
  at?: Date;
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "InterruptAlreadyResolved"; }
  static get unminifiable_name() { return "InterruptAlreadyResolved"; }
}

/** The question of the answer does not wait: it was answered or discarded, or belongs to another thread. */
export class InterruptNotFoundError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "InterruptNotFoundError"; }
  static get unminifiable_name() { return "InterruptNotFoundError"; }
}

/** With strict: a node asks a different question than the one that was answered. */
export class InterruptMismatchError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "InterruptMismatchError"; }
  static get unminifiable_name() { return "InterruptMismatchError"; }
}

/** Nobody answered before the deadline of a question. */
export class InterruptTimeoutError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "InterruptTimeoutError"; }
  static get unminifiable_name() { return "InterruptTimeoutError"; }
}

/** An answer does not fit the schema of its question. */
export class InvalidAnswerError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "InvalidAnswerError"; }
  static get unminifiable_name() { return "InvalidAnswerError"; }
}

/** A node that runs again has other effects than its journal. */
export class NonDeterminismError extends BaseLangGraphError {
  constructor(message?: string, fields?: any) { super(message, fields); this.name = "NonDeterminismError"; }
  static get unminifiable_name() { return "NonDeterminismError"; }
}

__hitlrun.register({
  InterruptAlreadyResolved, InterruptMismatchError, InterruptNotFoundError, InterruptTimeoutError, InvalidAnswerError, NonDeterminismError,
});
