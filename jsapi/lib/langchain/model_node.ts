// This file calls the model of an agent, with the hooks of the middleware, its tools, and the structured response that
// is wanted.

import { AIMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { raceWithSignal } from "@langchain/core/runnables";
import { Command, isCommand } from "../langgraph/command";
import { withAgentName } from "../prebuilt/agent_name";
import { isClientTool } from "../prebuilt/model";
import { MiddlewareError, MultipleStructuredOutputsError, StructuredOutputParsingError } from "./errors";
import { runtimeOf } from "./middleware";
import { bindTools, refuseBoundTools } from "./model";
import { ProviderStrategy, ToolStrategy, strategiesOf } from "./responses";
import { parse, parsePartly } from "./schemas";
import { anySignal } from "./tools_node";

export const MODEL_NODE = "model_request";

type Handler = (request: any) => Promise<any>;

const isAI = (v: any) => (AIMessage as any).isInstance(v);
const isResponse = (v: any) => typeof v === "object" && v !== null && "structuredResponse" in v && "messages" in v;

export interface ModelOptions {
  model: any;
  system: any;
  name: string;
  includeAgentName: any;
  responseFormat: any;
  middleware: any[];
  tools: any[];
  direct: Set<string>;
  signal: any;
}

/** One run of the node, and what it collects. */
class Visit {
  system: any;
  lastAI: any = null;
  commands: any[] = [];

  constructor(private o: ModelOptions, private state: any, private config: any) { this.system = o.system; }

  async run(): Promise<any> {
    const { o, state, config } = this;
    const hooks = o.middleware.filter((m) => m.wrapModelCall);
    const handler = hooks.reduceRight<Handler>((inner, m) => this.wrapped(m, inner), (request) => this.ask(request));
    this.system = o.system;
    return handler({
      model: o.model, responseFormat: o.responseFormat, systemPrompt: this.system.text, systemMessage: this.system,
      messages: state.messages, tools: o.tools, state, runtime: Object.freeze(runtimeOf(config, config.context)),
    });
  }

  /** Returns a handler that calls the wrapModelCall hook of a middleware around an inner handler. */
  private wrapped(m: any, inner: Handler): Handler {
    return async (request) => {
      const before = this.system;
      const context = m.contextSchema ? parse(m.contextSchema, this.config.context || {}) : this.config.context;
      const state = { ...m.stateSchema ? parsePartly(m.stateSchema, this.state) : {}, messages: this.state.messages };
      const next: Handler = async (changed) => {
        this.system = before;
        this.checkTools(m, changed.tools ?? []);
        const result = await inner(this.withSystem(changed));
        if (!isCommand(result) || !this.lastAI) return result;
        if (!this.commands.includes(result)) this.commands.push(result);
        return this.lastAI;
      };
      try {
        const result = await m.wrapModelCall({ ...request, state, runtime: Object.freeze(runtimeOf(this.config, context)) }, next);
        if (!isAI(result) && !isCommand(result) && !isResponse(result)) {
          throw new Error(`Invalid response from "wrapModelCall" in middleware "${m.name}": expected AIMessage or Command, got ${typeof result}`);
        }
        if (isAI(result)) this.lastAI = result;
        else if (isCommand(result)) this.commands.push(result);
        return result;
      } catch (e) {
        throw MiddlewareError.wrap(e, m.name);
      }
    };
  }

  /** A hook may remove tools, but not change them. New tools need a hook that runs them. */
  private checkTools(m: any, tools: any[]) {
    const known = new Map(this.o.tools.filter(isClientTool).map((t) => [t.name, t]));
    const mine = tools.filter(isClientTool);
    const added = mine.filter((t) => !known.has(t.name)).map((t) => t.name);
    if (added.length > 0 && !this.o.middleware.some((x) => x.wrapToolCall != null)) {
      throw new Error(`You have added a new tool in "wrapModelCall" hook of middleware "${m.name}": ${added.join(", ")}. This is not supported unless a middleware provides a "wrapToolCall" handler to execute it.`);
    }
    const replaced = mine.filter((t) => known.has(t.name) && known.get(t.name) !== t).map((t) => t.name);
    if (replaced.length > 0) {
      throw new Error(`You have modified a tool in "wrapModelCall" hook of middleware "${m.name}": ${replaced.join(", ")}. This is not supported.`);
    }
  }

  /** Returns the request with its system message, from a text or a message. */
  private withSystem(request: any): any {
    const text = request.systemPrompt !== this.system.text;
    const message = request.systemMessage !== this.system;
    if (text && message) throw new Error("Cannot change both systemPrompt and systemMessage in the same request.");
    if (!text && !message) return request;
    this.system = text ? new SystemMessage({ content: [{ type: "text", text: request.systemPrompt }] }) : new SystemMessage({ ...request.systemMessage });
    return { ...request, systemPrompt: this.system.text, systemMessage: this.system };
  }

  /** Calls the model. */
  private async ask(request: any): Promise<any> {
    refuseBoundTools(request.model);
    const strategies = strategiesOf(request.responseFormat ?? this.o.responseFormat, undefined, request.model);
    const native = strategies.length > 0 && strategies.every((s) => s instanceof ProviderStrategy) ? strategies[0] : undefined;
    const tools: ToolStrategy[] = native ? [] : strategies.filter((s) => s instanceof ToolStrategy);
    const model = await this.bound(request, tools, native);
    const messages = [...this.system.text === "" ? [] : [this.system], ...request.messages];
    const signal = anySignal(this.o.signal, this.config.signal);
    const response = await raceWithSignal(model.invoke(messages, { ...this.config, signal }), signal) as any;
    this.lastAI = response;
    if (native) {
      const structuredResponse = native.parse(response);
      if (structuredResponse) return { structuredResponse, messages: [response] };
      if (response.tool_calls?.length) return response;
      const title = typeof native.schema?.title === "string" ? native.schema.title : "providerStrategy";
      throw new StructuredOutputParsingError(title, ["Model output did not satisfy the provided response schema."]);
    }
    const byName = new Map(tools.map((t) => [t.name, t]));
    const calls = (response.tool_calls ?? []).filter((c: any) => byName.has(c.name));
    if (calls.length === 0) return response;
    const options = tools[0].options;
    if (calls.length > 1) return this.retry(new MultipleStructuredOutputsError(calls.map((c: any) => c.name)), response, calls[0], options);
    return this.structured(response, calls[0], byName.get(calls[0].name)!, options);
  }

  private async structured(response: any, call: any, tool: ToolStrategy, options: any): Promise<any> {
    try {
      const structuredResponse = tool.parse(call.args);
      const content = JSON.stringify(structuredResponse);
      const answer = new ToolMessage({ tool_call_id: call.id ?? "", content, name: call.name });
      const last = new AIMessage(tool.options?.toolMessageContent ?? `Returning structured response: ${content}`);
      return { structuredResponse, messages: [response, answer, last] };
    } catch (e) {
      return this.retry(e, response, call, options);
    }
  }

  /** Sends the model what is wrong with its response, and calls it again. */
  private async retry(error: any, response: any, call: any, options: any): Promise<any> {
    const handle = options?.handleError;
    if (!call.id) throw new Error("Tool call ID is required to handle tool output errors. Please provide a tool call ID.");
    if (handle === false) throw error;
    const content = typeof handle === "string" ? handle : typeof handle === "function" ? await handle(error) : error.message;
    if (typeof content !== "string") throw new Error("Error handler must return a string.");
    return new Command({ update: { messages: [response, new ToolMessage({ content, tool_call_id: call.id })] }, goto: MODEL_NODE });
  }

  /** Returns the model with the tools of the request, and with the tools that take the response. */
  private async bound(request: any, strategies: ToolStrategy[], native: ProviderStrategy | undefined): Promise<any> {
    const settings = request.modelSettings;
    const tools = [...request.tools ?? this.o.tools, ...strategies.map((s) => s.tool)];
    const choice = request.toolChoice || (strategies.length > 0 ? "any" : undefined);
    const options = { ...native && nativeOptions(native, settings), ...settings, tool_choice: choice };
    const model = await bindTools(request.model, tools, options);
    return this.o.includeAgentName === "inline" ? withAgentName(model, "inline") : model;
  }
}

/** Returns the options with which each provider answers with JSON. */
function nativeOptions({ schema, strict }: ProviderStrategy, settings: any): any {
  const name = schema?.name ?? "extract";
  return {
    response_format: {
      type: "json_schema",
      json_schema: { name, description: schema?.description, schema, strict: settings?.strict ?? strict ?? true },
    },
    outputConfig: { format: { type: "json_schema", schema } },
    responseSchema: schema,
    ls_structured_output_format: { kwargs: { method: "json_schema" }, schema },
    strict: settings?.strict,
  };
}

/** Returns the function of the node that calls the model. */
export function modelNode(o: ModelOptions): (state: any, config: any) => Promise<any> {
  const moreNeeded = (state: any, message: any) => {
    const left = state.remainingSteps;
    const direct = message.tool_calls?.every((c: any) => o.direct.has(c.name));
    const last = state.messages.at(-1);
    return Boolean(left && (left < 1 && direct || left < 2 && isAI(last) && last.tool_calls?.length > 0));
  };
  return async (state, config) => {
    const last: any = state.messages.at(-1);
    if ((ToolMessage as any).isInstance(last) && last.name && last.status !== "error" && o.direct.has(last.name)) {
      return [new Command({ update: { messages: [] } })];
    }
    const visit = new Visit(o, state, config);
    const response = await visit.run();
    if (isResponse(response)) {
      return { messages: [...state.messages, ...response.messages], structuredResponse: response.structuredResponse };
    }
    const commands: any[] = [];
    const message = isAI(response) ? response : visit.lastAI;
    if (message) {
      message.name = o.name;
      message.lc_kwargs.name = o.name;
      const sorry = "Sorry, need more steps to process this request.";
      const said = moreNeeded(state, message) ? new AIMessage({ content: sorry, name: o.name, id: message.id }) : message;
      commands.push(new Command({ update: { messages: [said] } }));
    }
    if (isCommand(response) && !visit.commands.includes(response)) commands.push(response);
    return [...commands, ...visit.commands];
  };
}
