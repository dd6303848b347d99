// This file has the middleware that limits how often an agent calls its model and its tools.

import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { number, object, record, string } from "zod";
import { createMiddleware } from "./middleware";

const exits = ["continue", "error", "end"];

/** Returns the text that says which limits are exceeded. */
function exceeded(threadCount: number, runCount: number, { threadLimit, runLimit, toolName }: any): string {
  const passed: string[] = [];
  if (threadLimit !== undefined && threadCount > threadLimit) passed.push(`thread limit exceeded (${threadCount}/${threadLimit} calls)`);
  if (runLimit !== undefined && runCount > runLimit) passed.push(`run limit exceeded (${runCount}/${runLimit} calls)`);
  return `${toolName ? `'${toolName}' tool` : "Tool"} call limit reached: ${passed.join(" and ")}.`;
}

export class ToolCallLimitExceededError extends Error {
  threadCount: number;
  runCount: number;
  threadLimit: number | undefined;
  runLimit: number | undefined;
  toolName: string | undefined;

  constructor(threadCount: number, runCount: number, threadLimit?: number, runLimit?: number, toolName?: string) {
    super(exceeded(threadCount, runCount, { threadLimit, runLimit, toolName }));
    this.name = "ToolCallLimitExceededError";
    this.threadCount = threadCount;
    this.runCount = runCount;
    this.threadLimit = threadLimit;
    this.runLimit = runLimit;
    this.toolName = toolName;
  }
}

function checkToolLimits({ threadLimit, runLimit, exitBehavior }: any) {
  if (threadLimit === undefined && runLimit === undefined) throw new Error("At least one limit must be specified (threadLimit or runLimit)");
  if (!exits.includes(exitBehavior)) {
    const text = typeof exitBehavior === "string" ? `Invalid enum value. Expected ${exits.map((e) => `'${e}'`).join(" | ")}, received '${exitBehavior}'`
      : `Expected ${exits.map((e) => `'${e}'`).join(" | ")}, received ${typeof exitBehavior}`;
    throw new Error(text);
  }
  if (threadLimit !== undefined && runLimit !== undefined && runLimit > threadLimit) {
    throw new Error(`runLimit (${runLimit}) cannot exceed threadLimit (${threadLimit}). The run limit should be less than or equal to the thread limit.`);
  }
}

/** Throws an error if other tools are called although the agent should end. */
function refuseOthers(toolName: string | undefined, calls: any[], allowed: any[]) {
  const names = new Set(calls.map((c) => c.name));
  const others = toolName !== undefined ? calls.filter((c) => c.name !== toolName) : names.size > 1 ? (allowed.length > 0 ? allowed : calls) : [];
  if (others.length === 0) return;
  const called = [...new Set(others.map((c) => c.name))].join(", ");
  throw new Error(`Cannot end execution with other tool calls pending. Found calls to: ${called}. Use 'continue' or 'error' behavior instead.`);
}

export function toolCallLimitMiddleware(options: any): any {
  const { toolName, threadLimit, runLimit } = options;
  const exitBehavior = options.exitBehavior ?? "continue";
  checkToolLimits({ threadLimit, runLimit, exitBehavior });
  const key = toolName ?? "__all__";

  function count(state: any): any {
    const last: any = [...state.messages].reverse().find((m) => (AIMessage as any).isInstance(m));
    if (!last?.tool_calls) return undefined;
    let thread = state.threadToolCallCount?.[key] ?? 0;
    let run = state.runToolCallCount?.[key] ?? 0;
    const allowed: any[] = [];
    const blocked: any[] = [];
    for (const call of last.tool_calls.filter((c: any) => toolName === undefined || c.name === toolName)) {
      if (thread + 1 > threadLimit || run + 1 > runLimit) {
        blocked.push(call);
        continue;
      }
      allowed.push(call);
      thread++;
      run++;
    }
    run += blocked.length;
    const counts = {
      threadToolCallCount: { ...state.threadToolCallCount, [key]: thread }, runToolCallCount: { ...state.runToolCallCount, [key]: run },
    };
    if (blocked.length === 0) return allowed.length > 0 ? counts : undefined;
    if (exitBehavior === "error") throw new ToolCallLimitExceededError(thread + blocked.length, run, threadLimit, runLimit, toolName);
    const content = `Tool call limit exceeded. ${toolName ? `Do not call '${toolName}' again.` : "Do not make additional tool calls."}`;
    const messages: any[] = blocked.map((c) => new ToolMessage({ content, tool_call_id: c.id, name: c.name, status: "error" }));
    if (exitBehavior !== "end") return { ...counts, messages };
    refuseOthers(toolName, last.tool_calls, allowed);
    messages.push(new AIMessage(exceeded(thread + blocked.length, run, options)));
    return { ...counts, jumpTo: "end", messages };
  }

  const counters = () => record(string(), number()).default({});
  return createMiddleware({
    name: toolName ? `ToolCallLimitMiddleware[${toolName}]` : "ToolCallLimitMiddleware",
    stateSchema: object({ threadToolCallCount: counters(), runToolCallCount: counters() }),
    afterModel: { canJumpTo: ["end"], hook: count },
    afterAgent: () => ({ runToolCallCount: {} }),
  });
}

class ModelCallLimitMiddlewareError extends Error {
  constructor(level: string, count: number) {
    super(`Model call limits exceeded: ${level} level call limit reached with ${count} model calls`);
    this.name = "ModelCallLimitMiddlewareError";
  }
}

export function modelCallLimitMiddleware(options: any = {}): any {
  const hook = (state: any, runtime: any) => {
    const set = { ...options, ...runtime.context };
    if (set.exitBehavior === "throw") console.warn("The 'throw' exit behavior is deprecated. Please use 'error' instead.");
    for (const [level, limit, count] of [["thread", set.threadLimit, state.threadModelCallCount], ["run", set.runLimit, state.runModelCallCount]]) {
      if (typeof limit !== "number" || limit > count) continue;
      const error = new ModelCallLimitMiddlewareError(level, count);
      if ((set.exitBehavior ?? "end") !== "end") throw error;
      return { jumpTo: "end", messages: [new AIMessage(error.message)] };
    }
    return state;
  };
  return createMiddleware({
    name: "ModelCallLimitMiddleware",
    contextSchema: object({ threadLimit: number().optional(), runLimit: number().optional(), exitBehavior: string().optional() }),
    stateSchema: object({ threadModelCallCount: number().default(0), runModelCallCount: number().default(0) }),
    beforeModel: { canJumpTo: ["end"], hook },
    afterModel: (state: any) => ({
      runModelCallCount: state.runModelCallCount + 1, threadModelCallCount: state.threadModelCallCount + 1,
    }),
    afterAgent: () => ({ runModelCallCount: 0 }),
  });
}
