// This file has createAgent: a graph of a model, its tools and its middleware.

import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { mergeConfigs } from "@langchain/core/runnables";
import { Send, isCommand } from "../langgraph/command";
import { END, START } from "../langgraph/constants";
import { StateGraph } from "../langgraph/graph";
import { isClientTool } from "../prebuilt/model";
import { hookInput, hookNode, jumpTarget, jumpsOf } from "./middleware";
import { modelOf, systemMessageOf } from "./model";
import { MODEL_NODE, modelNode } from "./model_node";
import { agentState, middlewareDefaults } from "./state";
import { questionsOption } from "../prebuilt/calls";
import { toolsNode } from "./tools_node";
import { createSubagentTransformer, createToolCallTransformer } from "./transformers";

const TOOLS = "tools";

/** A node that runs a hook, and the names of the places where the hook may jump to. */
interface HookNode { name: string; jumps: string[] }

const isAI = (v: any) => (AIMessage as any).isInstance(v);
const isToolMessage = (v: any) => (ToolMessage as any).isInstance(v);
const forResponse = (call: any) => call.name.startsWith("extract-");
const once = (names: string[]) => [...new Set(names)];

/** Builds the graph of an agent. */
class Builder {
  declare graph: any;
  tools: any[];
  hasTools: boolean;
  middleware: any[];
  hooks: Record<string, HookNode[]> = { beforeAgent: [], beforeModel: [], afterModel: [], afterAgent: [] };
  exit = END;
  loop = MODEL_NODE;

  constructor(private o: any) {
    this.middleware = o.middleware ?? [];
    this.tools = [...o.tools ?? [], ...this.middleware.filter((m) => m.tools).flatMap((m) => m.tools)];
    const responds = o.responseFormat !== undefined || this.middleware.some((m) => m.wrapModelCall);
    const { state, input, output } = agentState(responds, o.stateSchema, this.middleware);
    this.graph = new StateGraph(state, { input, output, context: o.contextSchema });
    this.hasTools = this.tools.some(isClientTool) || this.middleware.some((m) => m.wrapToolCall);
  }

  build(defaults: any): any {
    const direct = new Set<string>(this.tools.filter((t) => isClientTool(t) && t.returnDirect).map((t) => t.name));
    this.addNodes(direct);
    const { beforeAgent, beforeModel, afterAgent } = this.hooks;
    this.loop = beforeModel[0]?.name ?? MODEL_NODE;
    this.exit = afterAgent.at(-1)?.name ?? END;
    this.graph.addEdge(START, beforeAgent[0]?.name ?? this.loop);
    this.chain(beforeAgent, this.loop, this.exit, (next) => this.jumpOr(next, this.exit));
    this.chain(beforeModel, MODEL_NODE, END, (next) => this.jumpOr(next, END));
    this.afterModel();
    this.chain([...afterAgent].reverse(), END, END, (next, jumps) => this.allowedJumpOr(next, jumps));
    if (this.hasTools && direct.size > 0) this.graph.addConditionalEdges(TOOLS, this.afterTools(direct), [this.loop, this.exit]);
    else if (this.hasTools) this.graph.addEdge(TOOLS, this.loop);
    const { checkpointer, store, name, description } = this.o;
    const transformers = [
      createToolCallTransformer([]), createSubagentTransformer(),
      ...this.middleware.flatMap((m) => m.streamTransformers ?? []), ...this.o.streamTransformers ?? [],
    ];
    return this.graph.compile({ checkpointer, store, name, description, transformers }).withConfig(defaults);
  }

  private addNodes(direct: Set<string>) {
    const o = this.o;
    const names = new Set<string>();
    const nodes: Record<string, string> = {
      beforeAgent: "before_agent", beforeModel: "before_model", afterModel: "after_model", afterAgent: "after_agent",
    };
    for (const m of this.middleware) {
      if (names.has(m.name)) throw new Error(`Middleware ${m.name} is defined multiple times`);
      names.add(m.name);
      for (const [hook, suffix] of Object.entries(nodes)) {
        if (!m[hook]) continue;
        const name = `${m.name}.${suffix}`;
        this.hooks[hook].push({ name, jumps: jumpsOf(m[hook]) ?? [] });
        this.graph.addNode(name, hookNode(m, hook), { input: hookInput(m) });
      }
    }
    this.graph.addNode(MODEL_NODE, modelNode({
      model: o.model, system: systemMessageOf(o.systemPrompt), name: o.name ?? "model", includeAgentName: o.includeAgentName,
      responseFormat: o.responseFormat, middleware: this.middleware, tools: this.tools, direct, signal: o.signal,
    }));
    if (this.hasTools) this.graph.addNode(TOOLS, toolsNode(this.tools.filter(isClientTool), this.middleware, o.signal, questionsOption(o.questions)));
  }

  /** Returns the nodes that the jumps of a hook lead to. The tools node is included only if there are tools. */
  private targets(jumps: string[]): string[] { return jumps.map(jumpTarget).filter((t) => t !== TOOLS || this.hasTools); }

  /** Connects hooks in a row. The last one leads to end. Jumps to the end of the agent lead to out. */
  private chain(nodes: HookNode[], end: string, out: string, router: (next: string, jumps: string[]) => (state: any) => any) {
    nodes.forEach(({ name, jumps }, i) => {
      const next = nodes[i + 1]?.name ?? end;
      if (jumps.length === 0) this.graph.addEdge(name, next);
      else this.graph.addConditionalEdges(name, router(next, jumps), once([next, ...this.targets(jumps).map((t) => t === END ? out : t)]));
    });
  }

  private afterModel() {
    const nodes = [...this.hooks.afterModel].reverse();
    const paths = [...this.hasTools ? [TOOLS] : [], ...nodes.length > 0 ? [MODEL_NODE] : [], this.exit];
    if (nodes.length === 0) {
      if (paths.length === 1) this.graph.addEdge(MODEL_NODE, paths[0]);
      else this.graph.addConditionalEdges(MODEL_NODE, (state: any) => this.toTools(state, state.messages.at(-1)), paths);
      return;
    }
    const last = nodes.pop()!;
    this.graph.addEdge(MODEL_NODE, (nodes[0] ?? last).name);
    this.chain(nodes, last.name, END, (next, jumps) => this.allowedJumpOr(next, jumps));
    this.graph.addConditionalEdges(last.name, this.afterLastHook(last.jumps.length > 0), paths);
  }

  private send(node: string, state: any) { return new Send(node, { ...state, jumpTo: undefined }); }

  /** Returns what a jump leads to. A jump to the end leads to out. */
  private jump(state: any, out: string): any {
    const target = jumpTarget(state.jumpTo);
    if (target === END || target === TOOLS && !this.hasTools) return out;
    return this.send(target, state);
  }

  private jumpOr(next: string, out: string) { return (state: any) => state.jumpTo ? this.jump(state, out) : next; }

  private allowedJumpOr(next: string, jumps: string[]) {
    const allowed = new Set(jumps.map(jumpTarget));
    return (state: any) => state.jumpTo && allowed.has(jumpTarget(state.jumpTo)) ? this.jump(state, END) : next;
  }

  /** Leads to the tools that an AI message calls: one task for each call, or one task for all calls in version 1. */
  private toTools(state: any, message: any, calls?: any[]): any {
    if (!calls) {
      if (!isAI(message) || !message.tool_calls?.length) return this.exit;
      calls = message.tool_calls.filter((c: any) => !forResponse(c)) as any[];
      if (calls.length === 0) return this.exit;
    }
    return this.o.version === "v1" ? TOOLS : calls.map((call) => new Send(TOOLS, { ...state, lg_tool_call: call }));
  }

  private afterLastHook(mayJump: boolean) {
    return (state: any) => {
      const last = state.messages.at(-1);
      if (isAI(last) && !last.tool_calls?.length) return this.exit;
      if (mayJump && state.jumpTo) return this.jump(state, this.exit);
      const answered = state.messages.filter(isToolMessage);
      const ai = state.messages.filter(isAI).at(-1);
      const open = ai?.tool_calls?.filter((c: any) => !answered.some((m: any) => m.tool_call_id === c.id));
      if (open?.length > 0) return this.toTools(state, ai, open);
      if (open && !ai.tool_calls.some(forResponse) && this.o.responseFormat) return MODEL_NODE;
      return this.toTools(state, last);
    };
  }

  private afterTools(direct: Set<string>) {
    return (state: any) => {
      const last = state.messages.at(-1);
      const ends = isToolMessage(last) && last.name && last.status !== "error" && direct.has(last.name);
      return ends && !this.o.responseFormat ? this.exit : this.loop;
    };
  }
}

export class ReactAgent {
  options: any;
  declare graph: any;
  declare private _defaults: any;

  constructor(options: any, defaults?: any) {
    this.options = options;
    const named = options.name ? { lc_agent_name: options.name } : {};
    const config = mergeConfigs(defaults ?? {}, {
      metadata: { ls_integration: "langchain_create_agent", ...named }, configurable: { ls_agent_type: "root" },
    });
    modelOf(options.model);
    Object.defineProperty(this, "_defaults", { value: config });
    Object.defineProperty(this, "graph", { value: new Builder(options).build(config), enumerable: false });
  }

  get checkpointer() { return this.graph.checkpointer; }
  set checkpointer(value: any) { this.graph.checkpointer = value; }
  get store() { return this.graph.store; }
  set store(value: any) { this.graph.store = value; }
  get builder() { return this.graph.builder; }

  withConfig(config: any): ReactAgent { return new ReactAgent(this.options, mergeConfigs(this._defaults, config)); }

  private _config(config: any) { return mergeConfigs({ ...this._defaults, callbacks: undefined }, config); }

  /** Returns the input together with the state of the middleware. */
  private async _input(input: any, config: any): Promise<any> {
    const { middleware } = this.options;
    if (!middleware?.length || isCommand(input) || !input) return input;
    const defaults = await middlewareDefaults(middleware, input);
    const { values } = await this.graph.getState(config).catch(() => ({ values: {} }));
    return { ...defaults, ...values, ...input };
  }

  async invoke(input: any, config?: any): Promise<any> {
    const merged = this._config(config);
    return this.graph.invoke(await this._input(input, merged), merged);
  }

  async stream(input: any, config?: any): Promise<any> {
    const merged = this._config(config);
    return this.graph.stream(await this._input(input, merged), merged);
  }

  streamEvents(input: any, config?: any, options?: any): any {
    if (config?.version !== "v3" || options != null) {
      const version = config?.version === "v1" ? "v1" : "v2";
      return this.graph.streamEvents(input, { ...this._config(config), version }, options);
    }
    const { version, ...rest } = config;
    const merged = this._config(rest);
    return this._input(input, merged).then((given) => this.graph.streamEvents(given, { ...merged, version }));
  }

  async drawMermaid(params?: any): Promise<string> { return (await this.graph.getGraphAsync()).drawMermaid(params); }
  getGraphAsync(config?: any) { return this.graph.getGraphAsync(config); }
  getState(config: any, options?: any) { return this.graph.getState(config, options); }
  getStateHistory(config: any, options?: any) { return this.graph.getStateHistory(config, options); }
  getSubgraphs(namespace?: any, recurse?: any) { return this.graph.getSubgraphs(namespace, recurse); }
  getSubgraphsAsync(namespace?: any, recurse?: any) { return this.graph.getSubgraphsAsync(namespace, recurse); }
  updateState(config: any, values: any, asNode?: string) { return this.graph.updateState(config, values, asNode); }
}

export function createAgent(params: any): ReactAgent { return new ReactAgent(params); }
