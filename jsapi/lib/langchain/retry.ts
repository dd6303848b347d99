// This file has the middleware for failures: it calls models and tools again, calls other models, and turns errors into
// answers.

import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { isGraphBubbleUp } from "../langgraph/errors";
import { createMiddleware } from "./middleware";
import { notBuiltIn } from "./missing";

class InvalidRetryConfigError extends Error {
  constructor(problems: string[]) {
    super(problems.join("\n✖ "));
    this.name = "InvalidRetryConfigError";
  }
}

const defaults: Record<string, any> = { maxRetries: 2, backoffFactor: 2, initialDelayMs: 1000, maxDelayMs: 60000, jitter: true };
const retryable = Symbol.for("langchain.errors.retryable");
const usuallyRetried = (e: any) => Object.getOwnPropertyDescriptor(e, retryable)?.value ?? true;

/** Returns the checked settings of a retry middleware, with defaults. */
function readSettings(config: any, failures: string[]): any {
  const set = { ...defaults, retryOn: usuallyRetried, onFailure: "continue" } as any;
  for (const [key, v] of Object.entries(config)) if (v !== undefined) set[key] = v;
  const problems: string[] = [];
  const check = (ok: boolean, text: string, key: string) => { if (!ok) problems.push(`${text}\n  → at ${key}`); };
  check(typeof set.onFailure === "function" || failures.includes(set.onFailure), "Invalid input", "onFailure");
  for (const key of Object.keys(defaults)) {
    const want = typeof defaults[key];
    check(typeof set[key] === want, `Expected ${want}, received ${typeof set[key]}`, key);
    check(!(set[key] < 0), "Number must be greater than or equal to 0", key);
  }
  check(typeof set.retryOn === "function" || Array.isArray(set.retryOn), "Invalid input", "retryOn");
  if (problems.length > 0) throw new InvalidRetryConfigError(problems);
  return set;
}

/** Returns how long to wait before a retry, in milliseconds. */
function delayOf({ backoffFactor, initialDelayMs, maxDelayMs, jitter }: any, retry: number, error: any): number {
  let delay = Math.min(backoffFactor === 0 ? initialDelayMs : initialDelayMs * backoffFactor ** retry, maxDelayMs);
  if (jitter) delay = Math.max(0, delay + (Math.random() * 2 - 1) * delay * 0.25);
  return Math.max(delay, error?.retryAfterMs >= 0 ? error.retryAfterMs : 0);
}

/** Calls work until it succeeds, or must not be called again. Then it returns what failed makes of the last error. */
async function trying(set: any, retries: (e: any) => boolean, work: () => any, failed: (e: any, attempts: number) => any): Promise<any> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (thrown: any) {
      const error = thrown && typeof thrown === "object" && "message" in thrown ? thrown : new Error(String(thrown));
      if (!retries(error) || attempt >= set.maxRetries) return failed(error, attempt + 1);
      const delay = delayOf(set, attempt, thrown);
      if (delay > 0) await new Promise((done) => setTimeout(done, delay));
    }
  }
}

const attemptsText = (n: number) => `${n} ${n === 1 ? "attempt" : "attempts"}`;
const contentOf = (onFailure: any, error: any, usual: string) => {
  if (onFailure === "error") throw error;
  return typeof onFailure === "function" ? onFailure(error) : usual;
};

export function modelRetryMiddleware(config: any = {}): any {
  const set = readSettings(config, ["error", "continue"]);
  const retries = (e: any) => typeof set.retryOn === "function" ? set.retryOn(e) : set.retryOn.some((C: any) => e.constructor === C);
  return createMiddleware({
    name: "modelRetryMiddleware",
    wrapModelCall: (request: any, handler: any) => {
      const once = { ...request, modelSettings: { maxRetries: 0, ...request.modelSettings } };
      return trying(set, retries, () => handler(once), (e, n) => new AIMessage({
        content: contentOf(set.onFailure, e, `Model call failed after ${attemptsText(n)} with ${e.constructor.name}: ${e.message}`),
      }));
    },
  });
}

/** Returns the names of the tools that a middleware applies to, or undefined for all. */
function namesOf(tools: any): string[] | undefined {
  return tools?.map((t: any) => {
    if (typeof t !== "string" && typeof t?.name !== "string") {
      throw new TypeError("Expected a tool name string or tool instance to be passed to toolRetryMiddleware");
    }
    return typeof t === "string" ? t : t.name;
  });
}

const older: Record<string, string> = { raise: "error", return_message: "continue" };

export function toolRetryMiddleware(config: any = {}): any {
  const set = readSettings(config, ["error", "continue", ...Object.keys(older)]);
  const instead = older[set.onFailure];
  if (instead) console.warn(`⚠️ \`onFailure: '${set.onFailure}'\` is deprecated. Use \`onFailure: '${instead}'\` instead.`);
  const onFailure = instead ?? set.onFailure;
  const names = namesOf(set.tools);
  const retries = (e: any) => typeof set.retryOn === "function" ? set.retryOn(e) : set.retryOn.some((C: any) => e instanceof C);
  return createMiddleware({
    name: "toolRetryMiddleware",
    wrapToolCall: (request: any, handler: any) => {
      const name = request.tool?.name ?? request.toolCall.name;
      if (names?.length && !names.includes(name)) return handler(request);
      return trying(set, retries, () => handler(request), (e, n) => new ToolMessage({
        content: contentOf(onFailure, e, `Tool '${name}' failed after ${attemptsText(n)} with ${e.constructor.name}`),
        tool_call_id: request.toolCall.id ?? "", name, status: "error",
      }));
    },
  });
}

export function toolErrorMiddleware(config: any): any {
  const names = config.tools?.map((t: any) => typeof t === "string" ? t : t.name);
  return createMiddleware({
    name: "toolErrorMiddleware",
    wrapToolCall: async (request: any, handler: any) => {
      const name = request.tool?.name ?? request.toolCall.name;
      if (names && !names.includes(name)) return handler(request);
      try {
        return await handler(request);
      } catch (e) {
        const content = isGraphBubbleUp(e) ? undefined : await config.onError(e, request);
        if (content === undefined) throw e;
        return new ToolMessage({ content, tool_call_id: request.toolCall.id ?? "", ...typeof name === "string" && { name }, status: "error" });
      }
    },
  });
}

export function modelFallbackMiddleware(...models: any[]): any {
  return createMiddleware({
    name: "modelFallbackMiddleware",
    wrapModelCall: async (request: any, handler: any) => {
      let error: any;
      for (const model of [request.model, ...models]) {
        if (typeof model === "string") throw notBuiltIn(`modelFallbackMiddleware(${JSON.stringify(model)}): making a model of its name`);
        try {
          return await handler({ ...request, model });
        } catch (e) {
          error = e;
        }
      }
      throw error;
    },
  });
}
