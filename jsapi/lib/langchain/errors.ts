// This file has the errors of agents.

import { isGraphBubbleUp } from "../langgraph/errors";

export class MultipleToolsBoundError extends Error {
  constructor() {
    super("The provided LLM already has bound tools. Please provide an LLM without bound tools to createAgent. The agent will bind the tools provided in the 'tools' parameter.");
  }
}

export class MultipleStructuredOutputsError extends Error {
  toolNames: string[];

  constructor(toolNames: string[]) {
    super(`The model has called multiple tools: ${toolNames.join(", ")} to return a structured output. This is not supported. Please provide a single structured output.`);
    this.toolNames = toolNames;
  }
}

export class StructuredOutputParsingError extends Error {
  toolName: string;
  errors: string[];

  constructor(toolName: string, errors: string[]) {
    super(`Failed to parse structured output for tool '${toolName}':${errors.map((e) => `\n  - ${e}`).join("")}.`);
    this.toolName = toolName;
    this.errors = errors;
  }
}

const branded = (e: any, brand: string) => e instanceof Error && (e as any)["~brand"] === brand;

/** A tool was called with arguments that do not fit its schema. */
export class ToolInvocationError extends Error {
  "~brand" = "ToolInvocationError";
  toolCall: any;
  toolError: Error;

  constructor(toolError: any, toolCall: any) {
    const error = toolError instanceof Error ? toolError : new Error(String(toolError));
    super(`Error invoking tool '${toolCall.name}' with kwargs ${JSON.stringify(toolCall.args)} with error: ${error.stack}\n Please fix the error and try again.`);
    this.toolCall = toolCall;
    this.toolError = error;
  }

  static isInstance(e: any) { return branded(e, "ToolInvocationError"); }
  static [Symbol.hasInstance](e: any) { return this.isInstance(e); }
}

/** The error of a hook of a middleware. */
export class MiddlewareError extends Error {
  "~brand" = "MiddlewareError";
  declare cause: any;

  constructor(error: any, middlewareName: string) {
    super(error instanceof Error ? error.message : String(error));
    this.name = error instanceof Error ? error.name : `${middlewareName[0].toUpperCase() + middlewareName.slice(1)}Error`;
    if (error instanceof Error) this.cause = error;
  }

  /** Returns the error of a middleware. Errors that pause a graph or go to its parent graph are returned unchanged. */
  static wrap(error: any, middlewareName: string): any {
    return isGraphBubbleUp(error) ? error : new MiddlewareError(error, middlewareName);
  }

  static isInstance(e: any) { return branded(e, "MiddlewareError"); }
  static [Symbol.hasInstance](e: any) { return this.isInstance(e); }
}
