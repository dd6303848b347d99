// This file has StateGraph, the builder. It reports mistakes that it can find at once. Go finds the others when the
// graph is compiled.

import { AnnotationRoot, getChannel } from "./annotation";
import { CompiledStateGraph, Pregel } from "./compiled";
import { END, START } from "./constants";
import { DEFAULT_HANDLER, type NodeDefaults, addHandler, defaultHandler, nodeSettings, readDefaults } from "./node_options";
import { StateGraphInputError } from "./errors";
import { type Definition, checked, checkedUpdate, definitionOf, inputParser, isSchema, isStateSchema, isZodObject, updateParser } from "./schema";

type Fn = (state: any, config?: any) => any;

interface Node {
  name: string;
  fn: Fn;
  action: any;
  read: Definition; // the channels of its input
  options: any;
  subgraph?: Pregel;
  handler?: boolean; // the node handles the errors of another node
}

interface Branch {
  source: string;
  name: string;
  fn: Fn;
  ends?: [string, string][];
}

/** Reads the forms that the constructor accepts, and returns the schemas of the graph. */
function readInit(init: any, options: any) {
  const isContext = isZodObject(options) || AnnotationRoot.isInstance(options);
  const more = isContext ? { context: options } : options ?? {};
  const { input, output, context } = init ?? {};
  const has = (schema: any) => schema === undefined || schema === null || isSchema(schema);
  if (init !== null && typeof init === "object" && [init.state, init.stateSchema, input].some(isSchema) && has(input) && has(output)) {
    return {
      state: init.state ?? init.stateSchema ?? input, input: input ?? more.input, output: output ?? more.output,
      context: isContext ? options : context ?? more.context,
    };
  }
  if (isSchema(init)) return { state: init, input: more.input, output: more.output, context: more.context };
  if (init === null || typeof init !== "object" || init.channels === undefined) throw new StateGraphInputError();
  return { state: Object.fromEntries(Object.entries(init.channels).map(([name, spec]) => [name, getChannel(spec)])) };
}

/** Returns the description of a channel for Go. The methods of a channel of a script's own class are called from Go ("hosted"). */
export function channelSpec(name: string, channel: any) {
  const own = Object.prototype.hasOwnProperty.call(Object.getPrototypeOf(channel), "spec");
  return own ? { name, ...channel.spec } : { name, kind: "hosted", channel };
}

/** Returns a function for a runnable, a function, or an object of these. */
export function callable(action: any): Fn {
  if (typeof action === "function") return action;
  if (action && typeof action.invoke === "function") return (state, config) => action.invoke(state, config);
  if (action && typeof action === "object" && !Array.isArray(action)) {
    const parts = Object.entries(action).map(([key, a]) => [key, callable(a)] as const);
    return async (state, config) => Object.fromEntries(await Promise.all(parts.map(async ([key, f]) => [key, await f(state, config)])));
  }
  throw new Error("Expected a Runnable, function or object.\nInstead got an unsupported type.");
}

/** The object that is "this" in the function of a node. */
export class RunnableCallable {
  lc_serializable = false;
  lc_kwargs = {};
  lc_runnable = true;
  name: string;
  lc_namespace = ["langgraph"];
  func: Fn;
  tags = undefined;
  config = undefined;
  trace = false;
  recurse = true;

  constructor(name: string, func: Fn) {
    this.name = name;
    this.func = func;
  }

  getName() { return this.name; }
  async invoke(input: any, config: any = {}): Promise<any> { return __hitlrun.runWithConfig(config, () => this.func(input, config)); }
}

/** Returns the action of a node as a function. */
function nodeFunction(name: string, action: any): Fn {
  const usesThis = typeof action === "function" && /\bthis\b/.test(Function.prototype.toString.call(action));
  return usesThis ? action.bind(new RunnableCallable(name, action)) : callable(action);
}

export class StateGraph {
  nodes: Record<string, Node> = {};
  edges = new Set<[string, string]>();
  waitingEdges = new Set<[string[], string]>();
  branches: Record<string, Record<string, Branch>> = {};
  channels: Record<string, any> = {};
  compiled = false;
  _schemaDefinition: Definition;
  _inputDefinition: Definition;
  _outputDefinition: Definition;
  _schemaRuntimeDefinition: any;
  _inputRuntimeDefinition: any;
  _outputRuntimeDefinition: any;
  _configRuntimeSchema: any;
  private known = new Set<Definition>();
  private _defaults: NodeDefaults = {};

  constructor(init: any, options?: any) {
    const { state, input, output, context }: any = readInit(init, options);
    const parses = (schema: any) => isStateSchema(schema) || isZodObject(schema) ? schema : undefined;
    this._schemaDefinition = definitionOf(state);
    this._inputDefinition = input ? definitionOf(input) : this._schemaDefinition;
    this._outputDefinition = output ? definitionOf(output) : this._schemaDefinition;
    this._schemaRuntimeDefinition = parses(state);
    this._inputRuntimeDefinition = parses(input);
    this._outputRuntimeDefinition = parses(output) ?? this._schemaRuntimeDefinition;
    this._configRuntimeSchema = isZodObject(context) ? context : undefined;
    for (const d of [this._schemaDefinition, this._inputDefinition, this._outputDefinition]) this.addSchema(d);
  }

  private addSchema(definition: Definition) {
    if (this.known.has(definition)) return;
    this.known.add(definition);
    for (const [key, value] of Object.entries(definition)) {
      const channel = typeof value === "function" ? value() : value;
      const known = this.channels[key];
      if (known === undefined) this.channels[key] = channel;
      else if (!known.equals(channel) && channel.lc_graph_name !== "LastValue") {
        throw new Error(`Channel "${key}" already exists with a different type.`);
      }
    }
  }

  private warnIfCompiled(message: string) {
    if (this.compiled) console.warn(message);
  }

  get allEdges(): Set<[string, string]> {
    const joined = [...this.waitingEdges].flatMap(([from, to]) => from.map((f) => [f, to] as [string, string]));
    return new Set([...this.edges, ...joined]);
  }

  addNode(...args: any[]): this {
    const nodes: any[] = typeof args[0] === "string" ? [args] : Array.isArray(args[0]) ? args[0] : Object.entries(args[0] ?? {});
    if (nodes.length === 0) throw new Error("No nodes provided in `addNode`");
    for (const [name, action, options] of nodes) this.addOneNode(name, action, options);
    return this;
  }

  private addOneNode(name: string, action: any, options: any) {
    if (name in this.channels) {
      throw new Error(`${name} is already being used as a state attribute (a.k.a. a channel), cannot also be used as a node name.`);
    }
    for (const c of ["|", ":"]) {
      if (name.includes(c)) throw new Error(`"${c}" is a reserved character and is not allowed in node names.`);
    }
    this.warnIfCompiled("Adding a node to a graph that has already been compiled. This will not be reflected in the compiled graph.");
    if (name in this.nodes) throw new Error(`Node \`${name}\` already present.`);
    if (name === END || name === START) throw new Error(`Node \`${name}\` is reserved.`);
    const read = options?.input !== undefined ? definitionOf(options.input) : this._schemaDefinition;
    this.addSchema(read);
    addHandler(this.nodes, name, options, read);
    const subgraph = action instanceof Pregel ? action : options?.subgraphs?.find((g: any) => g instanceof Pregel);
    this.nodes[name] = { name, fn: nodeFunction(name, action), action, read, options, subgraph };
  }

  addEdge(from: string | string[], to: string): this {
    if (typeof from === "string") {
      this.warnIfCompiled("Adding an edge to a graph that has already been compiled. This will not be reflected in the compiled graph.");
      if (from === END) throw new Error("END cannot be a start node");
      if (to === START) throw new Error("START cannot be an end node");
      this.edges.add([from, to]);
      return this;
    }
    this.warnIfCompiled("Adding an edge to a graph that has already been compiled. This will not be reflected in the compiled graph.");
    for (const f of from) {
      if (f === END) throw new Error("END cannot be a start node");
      if (!(f in this.nodes)) throw new Error(`Need to add a node named "${f}" first`);
    }
    if (to === END) throw new Error("END cannot be an end node");
    if (!(to in this.nodes)) throw new Error(`Need to add a node named "${to}" first`);
    this.waitingEdges.add([from, to]);
    return this;
  }

  addConditionalEdges(source: any, path?: any, pathMap?: any): this {
    const o = typeof source === "object" ? source : { source, path, pathMap };
    this.warnIfCompiled("Adding an edge to a graph that has already been compiled. This will not be reflected in the compiled graph.");
    const given = typeof o.path === "function" ? "RunnableLambda" : o.path?.getName?.() ?? o.path?.name ?? "RunnableLambda";
    const name = given === "RunnableLambda" ? "condition" : given;
    const branches = this.branches[o.source] ??= {};
    if (branches[name]) {
      throw new Error(`Condition \`${name}\` already present for node \`${source}\``);
    }
    const map = Array.isArray(o.pathMap) ? o.pathMap.map((n: string) => [n, n]) : o.pathMap && Object.entries(o.pathMap);
    branches[name] = { source: o.source, name, fn: callable(o.path), ends: map };
    return this;
  }

  addSequence(nodes: any): this {
    const list: any[] = Array.isArray(nodes) ? nodes : Object.entries(nodes);
    if (list.length === 0) throw new Error("Sequence requires at least one node.");
    let previous: string | undefined;
    for (const [name, action, options] of list) {
      if (name in this.nodes) throw new Error(`Node names must be unique: node with the name "${name}" already exists.`);
      this.addNode(name, action, options);
      if (previous !== undefined) this.addEdge(previous, name);
      previous = name;
    }
    return this;
  }

  setEntryPoint(name: string): this {
    this.warnIfCompiled("Setting the entry point of a graph that has already been compiled. This will not be reflected in the compiled graph.");
    return this.addEdge(START, name);
  }

  setFinishPoint(name: string): this {
    this.warnIfCompiled("Setting a finish point of a graph that has already been compiled. This will not be reflected in the compiled graph.");
    return this.addEdge(name, END);
  }

  /** Sets policies for nodes that have none of their own. They take effect when the graph is compiled. */
  setNodeDefaults(defaults: any): this {
    readDefaults(this._defaults, defaults);
    return this;
  }

  /** Throws what compile would throw for the nodes and edges. interrupt has the names of nodes at which a run would stop. */
  validate(interrupt?: string[]): void {
    const { compiled } = this;
    this.compile({ interruptBefore: interrupt });
    this.compiled = compiled;
  }

  compile(options: any = {}): CompiledStateGraph {
    const handler = defaultHandler(this.nodes, this._defaults, this._schemaDefinition);
    if (handler === undefined) return this.compileNodes(options);
    this.nodes[DEFAULT_HANDLER] = handler;
    try {
      return this.compileNodes(options);
    } finally {
      delete this.nodes[DEFAULT_HANDLER];
    }
  }

  private compileNodes(options: any): CompiledStateGraph {
    const parser = updateParser(this._schemaRuntimeDefinition);
    const parse = parser && checkedUpdate(parser);
    const spec = {
      name: options.name ?? "LangGraph",
      channels: Object.entries(this.channels).map(([name, c]) => channelSpec(name, c)),
      nodes: Object.values(this.nodes).map((n) => ({
        name: n.name,
        fn: parse ? checked(n.fn, parse) : n.fn,
        read: Object.keys(n.read),
        ends: n.options?.ends,
        ...nodeSettings(n, this._defaults),
        subgraph: n.subgraph?._handle,
      })),
      edges: [...this.edges],
      joins: [...this.waitingEdges],
      branches: Object.values(this.branches).flatMap((b) => Object.values(b)),
      input: Object.keys(this._inputDefinition),
      output: Object.keys(this._outputDefinition),
      interruptBefore: options.interruptBefore,
      interruptAfter: options.interruptAfter,
      checkpointer: options.checkpointer,
      store: options.store,
      parseUpdate: parse,
      cache: options.cache,
      strict: options.strict,
      effects: options.effects,
    };
    const parseInput = inputParser(this._inputRuntimeDefinition, this._schemaRuntimeDefinition);
    const graph = new CompiledStateGraph(this, spec, options, parseInput, this._configRuntimeSchema);
    this.compiled = true;
    return graph;
  }
}
