// This file runs the tools that the model of an agent calls, with the hooks of the middleware around each call.

import { ToolMessage, isBaseMessage } from "@langchain/core/messages";
import { ToolInputParsingException } from "@langchain/core/tools";
import { isCommand } from "../langgraph/command";
import { getCurrentTaskInput } from "../langgraph/config";
import { isGraphInterrupt } from "../langgraph/errors";
import { type Questions, runCalls } from "../prebuilt/calls";
import { combined, openCalls } from "../prebuilt/tool_node";
import { MiddlewareError, ToolInvocationError } from "./errors";
import { runtimeOf } from "./middleware";
import { parse, isZod } from "./schemas";
import { StateSchema } from "../langgraph/state_schema";

type Handler = (request: any) => Promise<any>;
type Wrap = (request: any, handler: Handler) => Promise<any>;

const isToolMessage = (v: any) => (ToolMessage as any).isInstance(v);

/** Returns one signal for several; those that are undefined are ignored. */
export const anySignal = (...signals: any[]): any => AbortSignal.any(signals.filter((s) => typeof s?.aborted === "boolean"));

/** Returns the state of a middleware from the state of the agent. */
function ownState(schema: any, state: any): any {
  if (!schema) return {};
  if (StateSchema.isInstance(schema)) {
    return Object.fromEntries(Object.keys(schema.fields).filter((k) => k in state).map((k) => [k, state[k]]));
  }
  if (isZod(schema)) return parse(schema, state);
  throw new Error(`Invalid state schema type: ${typeof schema}`);
}

/** Returns the wrapToolCall hook of one middleware. It marks its own errors, and not those from inside. */
function wrapOne(m: any): Wrap {
  return async (request, handler) => {
    const passing = new Set<any>();
    const inner: Handler = async (passed) => {
      try {
        return await handler({ ...passed, state: { ...request.state, ...passed.state } });
      } catch (e) {
        passing.add(e);
        throw e;
      }
    };
    try {
      const state = { messages: request.state.messages, ...ownState(m.stateSchema, request.state) };
      const result = await m.wrapToolCall({ ...request, state }, inner);
      if (!isToolMessage(result) && !isCommand(result)) {
        throw new Error(`Invalid response from "wrapToolCall" in middleware "${m.name}": expected ToolMessage or Command, got ${typeof result}`);
      }
      return result;
    } catch (e) {
      throw passing.has(e) ? e : MiddlewareError.wrap(e, m.name);
    }
  };
}

/** Returns the hooks of all middleware in one, the first outermost; undefined if there are none. */
function wrapAll(middleware: any[]): Wrap | undefined {
  const hooks = middleware.filter((m) => m.wrapToolCall).map(wrapOne);
  return hooks.reduceRight<Wrap | undefined>(
    (inner, outer) => inner ? (request, handler) => outer(request, (passed) => inner(passed, handler)) : outer, undefined);
}

const failed = (call: any, content: string) =>
  new ToolMessage({ content, tool_call_id: call.id, name: call.name, status: "error" });

/** The function of the node "tools". */
export function toolsNode(tools: any[], middleware: any[], agentSignal: any, questions: Questions): (state: any, config: any) => Promise<any> {
  const wrap = wrapAll(middleware);
  const find = (name: string) => tools.find((t) => t.name === name);
  const unknown = (call: any) =>
    failed(call, `Error: ${call.name} is not a valid tool, try one of [${tools.map((t) => t.name).join(", ")}].`);

  /** Returns the message that reports an error to the model. Some errors are thrown again instead. */
  function handled(error: any, call: any): any {
    if (isGraphInterrupt(error) || agentSignal?.aborted) throw error;
    let cause = error;
    while (MiddlewareError.isInstance(cause)) cause = cause.cause;
    const invalid = ToolInvocationError.isInstance(cause);
    if (wrap && !invalid) throw error;
    return failed(call, invalid ? cause.message : `${error}\n Please fix your mistakes.`);
  }

  async function runTool(call: any, config: any, state: any, input: any): Promise<any> {
    const handler: Handler = async (request) => {
      const { toolCall } = request;
      const tool = request.tool ?? find(toolCall.name);
      if (!tool) return unknown(toolCall);
      try {
        const signal = anySignal(agentSignal, config.signal);
        const output = await tool.invoke({ ...toolCall, type: "tool_call" }, { ...config, config, toolCallId: toolCall.id, state: input, signal });
        if (isToolMessage(output) || isCommand(output)) return output;
        const content = typeof output === "string" ? output : JSON.stringify(output);
        return new ToolMessage({ name: tool.name, content, tool_call_id: toolCall.id });
      } catch (e) {
        throw e instanceof ToolInputParsingException ? new ToolInvocationError(e, toolCall) : e;
      }
    };
    const tool = find(call.name);
    if (!wrap && !tool) return unknown(call);
    const request = { toolCall: call, tool, state, runtime: runtimeOf(config, config.context) };
    try {
      return await (wrap ? wrap(request, handler) : handler(request));
    } catch (e) {
      return handled(e, call);
    }
  }

  return async (state, config) => {
    const input = getCurrentTaskInput(config);
    let outputs;
    if (typeof state === "object" && state !== null && "lg_tool_call" in state) {
      const { lg_tool_call: call, jumpTo, ...rest } = state;
      outputs = [await runTool(call, config, rest, input)];
    } else {
      if (!Array.isArray(state?.messages) || !state.messages.every(isBaseMessage)) {
        throw new Error("ToolNode only accepts BaseMessage[] or { messages: BaseMessage[] } as input.");
      }
      outputs = await runCalls(openCalls(state.messages), config, questions, (call) => runTool(call, config, state, input));
    }
    return combined(outputs, (m) => ({ messages: [m] }), (messages) => ({ messages }));
  };
}
