// This file has graphs that a script wires of channels and nodes by hand. The engine runs them like other graphs: their
// nodes name the channels that start them, and write to channels with __pregel_send.

import { Topic } from "./channels";
import { Command } from "./command";
import { Pregel, hide, made } from "./compiled";
import { RunnableCallable, callable, channelSpec } from "./graph";
import { coerceCache, coerceTimeout } from "./node_options";

export class GraphValidationError extends Error {
  constructor(message?: string) {
    super(message);
    this.name = "GraphValidationError";
  }
}

/** Calls f with v, or with what v resolves to. */
export const later = (v: any, f: (v: any) => any) => v !== null && typeof v === "object" && typeof v.then === "function" ? v.then(f) : f(v);

export const OPTIONAL = true;

interface Entry { channel: string; value?: any; mapper?: any; skip?: boolean }

/** Writes to channels, and returns its input. */
export class ChannelWrite {
  lc_runnable = true;
  writes: Entry[];
  constructor(writes: Entry[]) { this.writes = writes; }

  getName() { return `ChannelWrite<${this.writes.map((w) => w.channel).join(",")}>`; }

  invoke(input: any, config: any): any {
    const values = this.writes.map((w) => w.mapper ? callable(w.mapper)(input, config) : "value" in w ? w.value : input);
    const send = (all: any[]) => {
      const pairs = this.writes.map((w, i) => [w.channel, all[i]]).filter(([, v], i) => !(this.writes[i].skip && v === undefined));
      config.configurable.__pregel_send(pairs);
      return input;
    };
    return values.some((v) => typeof v?.then === "function") ? Promise.all(values).then(send) : send(values);
  }
}

/** A node: the channels that it reads, those that start it, what it does, and what it writes afterwards. */
export class PregelNode {
  lc_runnable = true;
  lc_graph_name = "PregelNode";
  channels: any;
  triggers: string[];
  mapper: any;
  steps: any[];
  writers: any[];
  [more: string]: any;

  constructor(fields: any) {
    this.channels = fields.channels;
    this.triggers = fields.triggers ?? [];
    this.mapper = fields.mapper;
    this.steps = fields.steps ?? (fields.bound === undefined ? [] : [fields.bound]);
    this.writers = fields.writers ?? [];
    for (const name of ["name", "metadata", "tags", "retryPolicy", "cachePolicy", "timeout", "subgraphs", "ends", "isErrorHandler", "errorHandlerNode"]) this[name] = fields[name];
    hide(this, "fields", fields);
  }

  private with(changes: any) { return new PregelNode({ ...this.fields, steps: this.steps, writers: this.writers, ...changes }); }

  pipe(next: any): PregelNode {
    return next instanceof ChannelWrite ? this.with({ writers: [...this.writers, next] }) : this.with({ steps: [...this.steps, next] });
  }

  /** Returns the node with the values of more channels in its input. */
  join(channels: string[]): PregelNode {
    return this.with({ channels: { ...this.channels, ...Object.fromEntries(channels.map((name) => [name, name])) } });
  }

  getName() { return this.name ?? "PregelNode"; }
  getWriters() { return this.writers; }
  getNode() { return this; }
  get bound(): any {
    const [first, ...more] = this.steps;
    if (more.length === 0 && typeof first?.invoke === "function") return first;
    if (more.length === 0 && typeof first === "function") return new RunnableCallable(this.name, first);
    return { lc_runnable: true, name: this.name, func: first, invoke: (input: any, config: any) => this.invoke(input, config) };
  }

  /** Does what the node does, without its writes. */
  async invoke(input: any, config: any = {}): Promise<any> {
    return __hitlrun.runWithConfig(config, () => this.run(this.steps, input, config));
  }

  run(steps: any[], input: any, config: any): any {
    return steps.reduce((v, step) => later(v, (got) => callable(step)(got, config)), input);
  }

  /** Returns the function of the node for the engine. */
  task(): (input: any, config: any) => any {
    const names = Array.isArray(this.channels) ? undefined : Object.entries<string>(this.channels);
    const read = (input: any) => {
      const given = names ? Object.fromEntries(names.filter(([, channel]) => channel in input).map(([key, channel]) => [key, input[channel]])) : input;
      return this.mapper ? this.mapper(given) : given;
    };
    return (input, config) => this.run([...this.steps, ...this.writers], read(input), config);
  }
}

const list = (names: any): string[] => typeof names === "string" ? [names] : names ?? [];

function validate(graph: any) {
  const fail = (message: string) => { throw new GraphValidationError(message); };
  const subscribed = new Set<string>();
  for (const [name, node] of Object.entries<any>(graph.nodes)) {
    if (name === "__interrupt__") fail(`"Node name ${name} is reserved"`);
    if (!(node instanceof PregelNode)) fail(`Invalid node type ${typeof node}, expected PregelNode`);
    node.triggers.forEach((c: string) => subscribed.add(c));
  }
  for (const c of subscribed) if (!(c in graph.channels)) fail(`Subscribed channel '${c}' not in channels`);
  const inputs = list(graph.inputChannels);
  if (!inputs.some((c) => subscribed.has(c))) {
    fail(Array.isArray(graph.inputChannels) ? `None of the input channels ${inputs} are subscribed to by any node` : `Input channel ${graph.inputChannels} is not subscribed to by any node`);
  }
  for (const c of [...list(graph.outputChannels), ...list(graph.streamChannels)]) if (!(c in graph.channels)) fail(`Output channel '${c}' not in channels`);
  for (const names of [graph.interruptAfter, graph.interruptBefore]) {
    for (const name of Array.isArray(names) ? names : []) if (!(name in graph.nodes)) fail(`Node ${name} not in nodes`);
  }
}

function nodeSpec(name: string, node: any, defaults: any) {
  const single = Array.isArray(node.channels);
  node.name ??= name;
  return {
    name, fn: node.task(), triggers: node.triggers, read: single ? node.channels : Object.values(node.channels), singleRead: single,
    retry: node.retryPolicy ?? defaults.retryPolicy, cache: coerceCache(node.cachePolicy ?? defaults.cachePolicy), timeout: coerceTimeout(node.timeout),
    metadata: node.metadata, subgraph: (node.steps.find((s: any) => s instanceof Pregel) ?? node.subgraphs?.find((s: any) => s instanceof Pregel))?._handle,
  };
}

/** Sets up a graph from the argument of new Pregel(). */
export function wire(graph: any, fields: any) {
  const { nodes, channels, inputChannels, outputChannels, streamChannels, streamMode, ...options } = fields;
  hide(graph, "_wired", true);
  for (const name of ["name", "checkpointer", "cache", "store", "retryPolicy", "stepTimeout", "streamChannels", "interruptAfter", "interruptBefore"]) graph[name] = fields[name];
  graph.config = options.config;
  graph.autoValidate = options.autoValidate ?? true;
  graph.streamMode = streamMode === undefined ? ["values"] : list(streamMode);
  const own = (name: string, value: any) => Object.defineProperty(graph, name, { value, configurable: true, enumerable: true, writable: true });
  own("nodes", nodes);
  own("channels", "__pregel_tasks" in channels ? channels : { ...channels, __pregel_tasks: new Topic() });
  own("inputChannels", inputChannels);
  own("outputChannels", outputChannels);
  hide(graph, "builder", { nodes: Object.fromEntries(Object.entries<any>(nodes).map(([name, n]) => [name, { name, subgraph: n.steps?.find((s: any) => s instanceof Pregel) }])) });
  if (graph.autoValidate) validate(graph);
  made(graph, {
    name: options.name ?? "LangGraph", wired: true,
    channels: Object.entries(graph.channels).filter(([name]) => name !== "__pregel_tasks").map(([name, c]) => channelSpec(name, c)),
    nodes: Object.entries(nodes).map(([name, n]) => nodeSpec(name, n, options)),
    input: list(inputChannels), singleInput: typeof inputChannels === "string",
    output: list(outputChannels), singleOutput: typeof outputChannels === "string",
    shown: streamChannels && list(streamChannels), singleShown: typeof streamChannels === "string",
    interruptBefore: options.interruptBefore, interruptAfter: options.interruptAfter,
    checkpointer: options.checkpointer, store: options.store, cache: options.cache,
  });
}

/** Returns the input of a wired graph. Throws an error if it is not one. */
export function checkInput(graph: any, input: any): any {
  if (Array.isArray(graph.inputChannels) && input !== null && input !== undefined && typeof input !== "object") {
    throw new Error('Input chunk must be an object when "inputChannels" is an array');
  }
  return input;
}

/** Returns updates in which the writers of the nodes have been applied to the values. */
export function written(graph: any, supersteps: any[]): any[] {
  const only = Object.keys(graph.nodes).length === 1 ? Object.keys(graph.nodes)[0] : undefined;
  const update = ({ values, asNode }: any) => {
    const node = graph.nodes[asNode ?? only];
    if (!node || values === null || values === undefined) return { values, asNode };
    const pairs: any[] = [];
    node.run(node.writers, values, { configurable: { __pregel_send: (writes: any[]) => pairs.push(...writes) } });
    return { values: new Command({ update: pairs }), asNode };
  };
  return supersteps.map((step) => ({ ...step, updates: step.updates?.map(update) }));
}
