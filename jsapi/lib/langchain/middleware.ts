// This file has createMiddleware, and the node of a graph that runs one hook of a middleware.

import { object, any as anything, custom } from "zod";
import { END } from "../langgraph/constants";
import { isZodObject, shapeOf } from "../langgraph/schema";
import { fieldsOf, parse } from "./schemas";

export const MIDDLEWARE_BRAND = Symbol.for("AgentMiddleware");

export function createMiddleware(config: any): any {
  const { name, stateSchema, contextSchema, wrapToolCall, wrapModelCall, beforeAgent, beforeModel, afterModel, afterAgent } = config;
  const { tools, streamTransformers } = config;
  return {
    [MIDDLEWARE_BRAND]: true, name, stateSchema, contextSchema, wrapToolCall, wrapModelCall, beforeAgent, beforeModel,
    afterModel, afterAgent, tools, streamTransformers,
  };
}

/** Returns where a hook may jump to, or undefined if it does not say. */
export const jumpsOf = (hook: any): string[] | undefined => !hook || typeof hook === "function" ? undefined : hook.canJumpTo;

/** Returns the node that a jump leads to. */
export function jumpTarget(target: any): string {
  if (["model_request", "tools", END].includes(target)) return target;
  if (target === "model") return "model_request";
  if (target === "end") return END;
  throw new Error(`Invalid jump target: ${target}, must be "model", "tools" or "end".`);
}

class AgentContext {}
class AgentRuntime {}

/** Returns the runtime for hooks of middleware, from the config of a node. */
export function runtimeOf(config: any, context: any): any {
  const { store, configurable, writer, interrupt, signal } = config ?? {};
  return { context, store, configurable, writer, interrupt, signal };
}

/** Returns the context of a run, as parsed by the schema of a middleware. */
function contextFor(middleware: any, config: any): any {
  const schema = middleware.contextSchema;
  if (!schema || !isZodObject(schema)) return {};
  const given = config?.context || {};
  return parse(schema, Object.fromEntries(Object.keys(shapeOf(schema)).filter((k) => k in given).map((k) => [k, given[k]])));
}

/** Returns what a hook can read: the messages, the response, and the state of its middleware. */
export function hookInput(middleware: any): any {
  const fields: Record<string, any> = { messages: custom(), structuredResponse: anything().optional() };
  for (const [key, field] of Object.entries(fieldsOf(middleware.stateSchema) ?? {})) {
    fields[key] = key.startsWith("_") && field.optional ? field.optional() : field;
  }
  return object(fields);
}

/** Returns the function of the node that runs one hook of a middleware: "beforeModel", "afterModel", … */
export function hookNode(middleware: any, name: string): (state: any, config: any) => Promise<any> {
  const hook = middleware[name];
  const allowed = jumpsOf(hook);
  const call = typeof hook === "function" ? hook : hook.hook;
  return async (state, config) => {
    const context = contextFor(middleware, config);
    const runtime = runtimeOf(config, Object.freeze(Object.assign(new AgentContext(), context)));
    const result = await call({ ...state }, Object.freeze(Object.assign(new AgentRuntime(), runtime)));
    if (!result) return { jumpTo: undefined };
    if (typeof result.jumpTo === "string" && !allowed?.includes(result.jumpTo)) {
      const why = allowed && allowed.length > 0 ? `must be one of: ${allowed.join(", ")}.` : `no ${name}.canJumpTo defined in middleware ${middleware.name}`;
      throw new Error(`Invalid jump target: ${result.jumpTo}, ${why}.`);
    }
    if (typeof result !== "object" || !("type" in result)) return { ...state, ...result, jumpTo: result.jumpTo };
    if (result.type !== "terminate") throw new Error(`Invalid control action: ${JSON.stringify(result)}`);
    if (result.error) throw result.error;
    return { ...state, ...result.result || {}, jumpTo: result.jumpTo };
  };
}
