// This file has StateGraph, the builder: it checks what it can say at once, and
// leaves the rest to Go when the graph is compiled.

import { AnnotationRoot } from "./annotation";
import { CompiledStateGraph } from "./compiled";
import { isCommand } from "./command";
import { END, START } from "./constants";
import { StateGraphInputError } from "./errors";
import { channelsOf, inputParser, isZodObject, updateParser } from "./schema";

type Fn = (state: any, config?: any) => any;

interface Node {
  name: string;
  fn: Fn;
  action: any;
  read: any; // schema of its input, undefined for the state's
  options: any;
  subgraph?: CompiledStateGraph;
}

interface Branch {
  source: string;
  name: string;
  fn: Fn;
  ends?: [string, string][];
}

const isSchema = (x: any) =>
  x !== null && typeof x === "object" && (isZodObject(x) || AnnotationRoot.isInstance(x) ||
    !Array.isArray(x) && Object.keys(x).length > 0 && Object.values(x).every((v: any) => typeof v === "function" || v?.lg_is_channel));

function readInit(init: any, options: any) {
  if (init && typeof init === "object" && !isZodObject(init) && !AnnotationRoot.isInstance(init)) {
    const state = [init.state, init.stateSchema, init.input].find(isSchema);
    if (state) return { ...init, state: init.state ?? init.stateSchema ?? init.input, input: init.input ?? options?.input, output: init.output ?? options?.output };
    if (init.channels !== undefined && !isSchema(init)) return { ...options, state: init.channels };
  }
  if (!isSchema(init)) throw new StateGraphInputError();
  if (isSchema(options) && (isZodObject(options) || AnnotationRoot.isInstance(options))) return { state: init, context: options };
  return { ...options, state: init };
}

/** A runnable or a function as a function. */
function callable(action: any): Fn {
  if (typeof action === "function") return action;
  if (action && typeof action.invoke === "function") return (state, config) => action.invoke(state, config);
  if (action && typeof action === "object" && !Array.isArray(action)) {
    const parts = Object.entries(action).map(([key, a]) => [key, callable(a)] as const);
    return async (state, config) => Object.fromEntries(await Promise.all(parts.map(async ([key, f]) => [key, await f(state, config)])));
  }
  throw new Error("Expected a Runnable, function or object.\nInstead got an unsupported type.");
}

/** Has what a node returns checked by the schema of the state. */
function checked(fn: Fn, parse: (key: string, v: any) => any): Fn {
  const object = (v: any) => Object.fromEntries(Object.entries(v).map(([k, x]) => [k, parse(k, x)]));
  const check = (v: any): any => {
    if (v === null || typeof v !== "object") return v;
    if (isCommand(v)) {
      if (v.graph === undefined && v.update && !Array.isArray(v.update)) v.update = object(v.update);
      return v;
    }
    if (Array.isArray(v)) return v.map((x) => isCommand(x) ? check(x) : x);
    return v.lg_name === "Send" ? v : object(v);
  };
  return (state, config) => {
    const v = fn(state, config);
    return v !== null && typeof v === "object" && typeof v.then === "function" ? v.then(check) : check(v);
  };
}

export class StateGraph {
  nodes: Record<string, Node> = {};
  edges = new Set<[string, string]>();
  waitingEdges = new Set<[string[], string]>();
  branches: Branch[] = [];
  channels: Record<string, any> = {};
  compiled = false;
  private _state: any;
  private _input: any;
  private _output: any;
  private _context: any;

  constructor(init: any, options?: any) {
    const { state, input, output, context } = readInit(init, options);
    this._state = state;
    this._input = input;
    this._output = output;
    this._context = isZodObject(context) ? context : undefined;
    this.addSchema(state);
    if (input) this.addSchema(input);
    if (output) this.addSchema(output);
    for (const [key, action] of Object.entries(init?.nodes ?? options?.nodes ?? {})) this.addNode(key, action);
  }

  private addSchema(schema: any) {
    for (const [key, channel] of Object.entries(channelsOf(schema))) {
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
    if (options?.input !== undefined) this.addSchema(options.input);
    const subgraph = action instanceof CompiledStateGraph ? action : options?.subgraphs?.find((g: any) => g instanceof CompiledStateGraph);
    this.nodes[name] = { name, fn: callable(action), action, read: options?.input, options, subgraph };
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
    const name = typeof o.path === "function" ? "condition" : o.path?.getName?.() ?? o.path?.name ?? "condition";
    if (this.branches.some((b) => b.source === o.source && b.name === name)) {
      throw new Error(`Condition \`${name}\` already present for node \`${source}\``);
    }
    const map = Array.isArray(o.pathMap) ? o.pathMap.map((n: string) => [n, n]) : o.pathMap && Object.entries(o.pathMap);
    this.branches.push({ source: o.source, name, fn: callable(o.path), ends: map });
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

  setEntryPoint(name: string): this { return this.addEdge(START, name); }
  setFinishPoint(name: string): this { return this.addEdge(name, END); }

  compile(options: any = {}): CompiledStateGraph {
    const parse = updateParser(this._state);
    const spec = {
      name: options.name ?? "LangGraph",
      channels: Object.entries(this.channels).map(([name, c]) => ({ name, reducer: c.operator, default: c.initialValueFactory })),
      nodes: Object.values(this.nodes).map((n) => ({
        name: n.name,
        fn: parse ? checked(n.fn, parse) : n.fn,
        read: Object.keys(channelsOf(n.read ?? this._state)),
        ends: n.options?.ends,
        retry: n.options?.retryPolicy,
        subgraph: n.subgraph?._handle,
      })),
      edges: [...this.edges],
      joins: [...this.waitingEdges],
      branches: this.branches,
      input: Object.keys(channelsOf(this._input ?? this._state)),
      output: Object.keys(channelsOf(this._output ?? this._state)),
      interruptBefore: options.interruptBefore,
      interruptAfter: options.interruptAfter,
      checkpointer: options.checkpointer,
      store: options.store,
    };
    const graph = new CompiledStateGraph(this, spec, options, inputParser(this._input, this._state), this._context);
    this.compiled = true;
    return graph;
  }
}
