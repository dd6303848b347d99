// This file has Pregel and CompiledStateGraph. Both pass calls to the graph in Go.

import "./errors";
import "./start";
import { isInterrupted } from "./command";
import { checkContext, isPromise } from "./schema";
import { IterableReadableStreamWithAbortSignal } from "./stream";

// Calls what all runnables have, which is loaded then.
const composed = (graph: any, method: string, ...args: any[]): any => __hitlrun.lib("lazy/composed.ts").call(graph, method, args);

/** A graph that can run. compile() or entrypoint() makes it, or a script wires it by hand, see wired.ts. */
export class Pregel {
  lc_runnable = true;
  lg_is_pregel = true;
  name: string | undefined;
  description: string | undefined;
  builder: any;
  checkpointer: any;
  cache: any;
  streamMode: string[] = ["updates"];
  streamTransformers: any[] | undefined; // given to compile and withConfig; for streamEvents v3
  config: any;
  declare _handle: GraphHandle;
  declare _spec: any;
  declare _wired: boolean | undefined;
  protected _parse: ((v: any) => any) | undefined;
  protected _context: any;

  constructor(fields?: any) {
    if (new.target === Pregel || fields !== undefined) __hitlrun.lib("langgraph/wired.ts").wire(this, fields);
  }

  /** Throws an error if the graph cannot run. */
  validate(): this { return this; }

  static lc_name(): string { return "LangGraph"; }
  getName() { return this.name ?? (this.constructor as typeof Pregel).lc_name(); }

  /** Removes all entries from the cache of the graph. */
  async clearCache() { await this.cache?.clear([]); }

  /** Checks the context of a run; older scripts pass it as configurable. */
  private _check(options: any) {
    if (this._context) checkContext(this._context, options?.context ?? options?.configurable ?? {});
  }

  /** Returns an input or a Command as parsed by the schema of the graph. The result is a promise if parsing takes time. */
  private _input(input: any) {
    if (this._wired) return __hitlrun.lib("langgraph/wired.ts").checkInput(this, input);
    return this._parse ? this._parse(input) : input;
  }

  async invoke(input: any, options?: any): Promise<any> {
    const mode = options?.streamMode;
    this._check(options);
    let given = this._input(input);
    if (isPromise(given)) given = await given;
    if (mode === undefined || mode === "values") return await __hitlrun.invoke(this._handle, given, options);
    const chunks: any[] = [];
    const source = __hitlrun.stream(this._handle, given, options, "values");
    for (let r = await source.next(); !r.done; r = await source.next()) chunks.push(r.value);
    return chunks;
  }

  async stream(input: any, options?: any): Promise<any> {
    this._check(options);
    let given = this._input(input);
    if (isPromise(given)) given = await given;
    const shown = this._wired ? { outputKeys: (this as any).streamChannelsAsIs, ...options } : options;
    const source = __hitlrun.stream(this._handle, given, shown, this.streamMode[0]);
    const first = source.next();
    await first;
    if (options?.encoding !== "text/event-stream" || options.version) return new IterableReadableStreamWithAbortSignal(source, first);
    return new IterableReadableStreamWithAbortSignal(__hitlrun.lib("lazy/sse.ts").encoded(source, first));
  }

  /** Returns the events of a run. */
  streamEvents(input: any, options?: any, filter?: any): any {
    if (options.version === "v3") return this._run(input, options);
    return new IterableReadableStreamWithAbortSignal(__hitlrun.lib("lazy/events.ts").streamEvents(this, input, options, filter));
  }

  // Returns the events of a run, with streams of its values, messages and subgraphs.
  private async _run(input: any, options: any): Promise<any> {
    const { run, encoded } = __hitlrun.lib("lazy/run_events.ts");
    const events = run(this, input, options, this.streamTransformers);
    return options.encoding === "text/event-stream" ? new IterableReadableStreamWithAbortSignal(encoded(events)) : events;
  }

  async batch(inputs: any[], options?: any, batchOptions?: any): Promise<any[]> {
    return __hitlrun.lib("core/batch.ts").batched(this, inputs, options, batchOptions, (o: any) => o);
  }

  async getState(config: any, options?: any): Promise<any> { return __hitlrun.getState(this._handle, config, options); }

  getStateHistory(config: any, options?: any): AsyncIterableIterator<any> {
    let source: { next(): any; end?(): any } | undefined;
    const iterator: any = {
      next: async () => {
        source ??= await __hitlrun.getStateHistory(this._handle, config, options);
        const value = source!.next();
        return { value, done: value === undefined };
      },
      return: async (value: any) => {
        source?.end?.();
        source = { next() {} };
        return { value, done: true };
      },
    };
    iterator[Symbol.asyncIterator] = () => iterator;
    return iterator;
  }

  async updateState(config: any, values: any, asNode?: string): Promise<any> {
    return this.bulkUpdateState(config, [{ updates: [{ values, asNode }] }]);
  }

  /** Applies several supersteps of updates. Each superstep has one or more updates. */
  async bulkUpdateState(config: any, supersteps: { updates: { values?: any; asNode?: string }[] }[]): Promise<any> {
    return __hitlrun.updateState(this._handle, config, this._wired ? __hitlrun.lib("langgraph/wired.ts").written(this, supersteps) : supersteps);
  }

  static isRunnable(v: any): boolean { return !!v?.lc_runnable; }
  get lc_id(): string[] {
    const made: any = this._spec.function ? Pregel : this.constructor;
    return ["langgraph", "pregel", Object.prototype.hasOwnProperty.call(made, "lc_name") ? made.lc_name() : made.name];
  }
  toJSON(): any { return { lc: 1, type: "not_implemented", id: this.lc_id }; }

  /** Returns a runnable that passes the result of this graph to next. */
  pipe(next: any): any { return composed(this, "pipe", next); }
  pick(keys: string | string[]): any { return composed(this, "pick", keys); }
  assign(mapping: any): any { return composed(this, "assign", mapping); }
  withRetry(fields?: any): any { return composed(this, "withRetry", fields); }
  withFallbacks(fields: any): any { return composed(this, "withFallbacks", fields); }
  withListeners(listeners: any): any { return composed(this, "withListeners", listeners); }
  asTool(fields: any): any { return composed(this, "asTool", fields); }
  transform(pieces: any, options?: any): any { return composed(this, "transform", pieces, options); }

  withConfig(config: any): this {
    const { streamTransformers, ...given } = config ?? {};
    const own = this.config ?? {};
    const merged = { ...own, ...given, configurable: { ...own.configurable, ...given.configurable } };
    if (own.metadata || given.metadata) merged.metadata = { ...own.metadata, ...given.metadata };
    if (own.tags || given.tags) merged.tags = [...new Set([...(own.tags ?? []), ...(given.tags ?? [])])];
    if (own.callbacks && given.callbacks) merged.callbacks = __hitlrun.lib("lazy/trace.ts").both(own.callbacks, given.callbacks);
    const copy: this = Object.create(Object.getPrototypeOf(this));
    Object.assign(copy, this, { config: merged });
    if (streamTransformers) copy.streamTransformers = [...(this.streamTransformers ?? []), ...streamTransformers];
    hide(copy, "_spec", this._spec);
    hide(copy, "_handle", __hitlrun.withConfig(this._handle, merged, copy));
    return copy;
  }

  isInterrupted(values: any) { return isInterrupted(values); }

  getGraph(options?: any): any { return __hitlrun.lib("langgraph/picture.ts").drawable(this, options); }
  async getGraphAsync(options?: any): Promise<any> { return this.getGraph(options); }

  _schemas(): any { return __hitlrun.lib("langgraph/graph_schemas.ts").schemasOf(this); }

  /** Yields subgraphs with the names of their nodes: that of one namespace if it is given; with recurse also the subgraphs of subgraphs. */
  *getSubgraphs(namespace?: string, recurse?: boolean): Generator<[string, Pregel]> {
    for (const { name, subgraph } of Object.values<any>(this.builder.nodes)) {
      if (!subgraph || namespace !== undefined && !namespace.startsWith(name)) continue;
      if (namespace === undefined || namespace === name) yield [name, subgraph];
      if (namespace === name) return;
      if (!recurse) continue;
      for (const [inner, graph] of subgraph.getSubgraphs(namespace?.slice(name.length + 1), recurse)) yield [`${name}|${inner}`, graph];
    }
  }

  getSubgraphsAsync(namespace?: string, recurse?: boolean): any {
    const all = this.getSubgraphs(namespace, recurse);
    return { next: async () => all.next(), return: async (v: any) => all.return(v), [Symbol.asyncIterator]() { return this; } };
  }
}

export class CompiledStateGraph extends Pregel {
  constructor(builder: any, spec: any, options: any, parse?: (v: any) => any, context?: any) {
    super();
    this.name = options?.name;
    this.description = options?.description;
    this.builder = builder;
    this.checkpointer = options?.checkpointer;
    this.streamTransformers = options?.transformers;
    this.cache = options?.cache;
    this._parse = parse;
    this._context = context;
    if (spec) made(this, spec);
  }
}

/** Compiles the spec of a graph in Go, and stores the handle in the graph. */
export function made(graph: Pregel, spec: any) {
  hide(graph, "_spec", spec);
  hide(graph, "_handle", __hitlrun.compile(spec, graph));
}

for (const name of ["streamChannelsAsIs", "streamChannelsList", "lc_namespace"]) {
  Object.defineProperty(Pregel.prototype, name, { configurable: true, get() { return __hitlrun.lib("langgraph/graph_introspection.ts")[name](this); } });
}

for (const name of ["nodes", "channels", "inputChannels", "outputChannels", "streamChannels", "interruptBefore", "interruptAfter"]) {
  Object.defineProperty(CompiledStateGraph.prototype, name, {
    configurable: true, get() { return __hitlrun.lib("langgraph/graph_introspection.ts")[name](this); },
  });
}

export function hide(o: any, name: string, value: any) {
  Object.defineProperty(o, name, { value, configurable: true, enumerable: false });
}
