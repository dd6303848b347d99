// This file has the result of streamEvents(…, { version: "v3" }): a run as a stream of events, with streams that
// transformers make of them.

import { INTERRUPT } from "./constants";
import { isInterrupted } from "./command";
import { createLifecycleTransformer, filterLifecycleEntries } from "./lifecycle";
import { convertToProtocolEvent } from "./protocol";
import { StreamChannel } from "./stream_channel";
import {
  createMessagesTransformer, createSubgraphDiscoveryTransformer, createValuesTransformer, filterSubgraphHandles, hasPrefix, isNativeTransformer, nsKey,
} from "./transformers";

declare const AbortController: any;

const asyncIterator: any = (Symbol as any).asyncIterator;
const brand = Symbol.for("hitlrun.run_stream");
const nothing = { [asyncIterator]: () => ({ next: async () => ({ value: undefined, done: true }) }) };

/** Passes the events of a run to its transformers, and stores those that they do not drop. */
class Mux {
  _events = StreamChannel.local<any>();
  _discoveries = StreamChannel.local<any>();
  interrupted = false;
  interrupts: any[] = [];
  private seq = 0;
  private closed = false;
  private error: any;
  private namespace: string[] = [];
  private transformers: any[] = [];
  private channels: any[] = [];
  private streams = new Map<string, GraphRunStream>();
  private latest = new Map<string, any>();
  private finals: { name: string; promise: Promise<any> }[] = [];

  register(path: string[], stream: GraphRunStream) { this.streams.set(nsKey(path), stream); }

  addTransformer(t: any) {
    const before = this._events.size;
    this.transformers.push(t);
    t.onRegister?.({ push: (ns: string[], event: any) => this.push(ns, event) });
    for (let i = 0; i < before; i++) t.process(this._events.get(i));
    if (this.closed && this.error !== undefined) t.fail?.(this.error);
    else if (this.closed) t.finalize?.();
  }

  // Named channels and promises of a transformer are reported as events, too.
  wireChannels(projection: any) {
    for (const [name, value] of Object.entries<any>(projection)) {
      if (StreamChannel.isInstance(value)) {
        this.channels.push(value);
        if (typeof value.channelName === "string") value._wire((item: any) => this.event(`custom:${value.channelName}`, this.namespace, item));
      } else if (value && typeof value.then === "function") this.finals.push({ name, promise: Promise.resolve(value) });
    }
  }

  private event(method: string, namespace: string[], data: any) {
    this._events.push({ type: "event", seq: this.seq++, method, params: { namespace, timestamp: Date.now(), data } });
  }

  push(ns: string[], event: any) {
    if (event.method === "values") this.latest.set(nsKey(ns), event.params.data);
    const outer = this.namespace;
    this.namespace = ns;
    let keep = true;
    for (const t of this.transformers) if (!t.process(event)) keep = false;
    this.namespace = outer;
    if (keep) this._events.push({ ...event, seq: this.seq++ });
  }

  close() {
    this.closed = true;
    for (const [key, values] of this.latest) this.streams.get(key)?._resolve(values);
    const pending = this.transformers.map((t) => t.finalize?.()).filter((p) => p && typeof p.then === "function");
    for (const c of this.channels) c._close();
    const end = () => {
      this._events.close();
      this._discoveries.close();
    };
    const report = async ({ name, promise }: { name: string; promise: Promise<any> }) => {
      const payload = await promise;
      if (!this._events.done) this.event("custom", [], { name, payload });
    };
    if (pending.length || this.finals.length) Promise.allSettled([...pending, ...this.finals.map(report)]).then(end);
    else end();
    for (const s of this.streams.values()) s._resolve(undefined);
  }

  fail(e: any) {
    this.closed = true;
    this.error = e;
    for (const t of this.transformers) t.fail?.(e);
    for (const c of this.channels) c._fail(e);
    this._events.fail(e);
    this._discoveries.fail(e);
    for (const s of this.streams.values()) s._reject(e);
  }

  subscribeEvents(path: string[], startAt = 0) {
    const base = this._events.iterate(startAt);
    return {
      async next() {
        for (let r = await base.next(); ; r = await base.next()) if (r.done || hasPrefix(r.value.params.namespace, path)) return r;
      },
    };
  }
}

/** A run of a graph: its events, and the streams that transformers make of them. */
export class GraphRunStream {
  path: string[];
  extensions: any;
  declare _mux: Mux;
  declare _startAt: [number, number]; // where discoveries and events start
  declare _abort: any;
  declare _done: Promise<any>;
  declare _resolve: (v: any) => void;
  declare _reject: (e: any) => void;
  declare _own: { values?: StreamChannel<any>; messages?: any; lifecycle?: any; subgraphs?: any };

  // A run that the library made is an instance of the classes that a script imports, too.
  static [Symbol.hasInstance](v: any) {
    const kinds = v !== null && typeof v === "object" ? v[brand] : undefined;
    return Function.prototype[Symbol.hasInstance].call(this, v) || !!kinds?.includes(this.name);
  }

  constructor(path: string[], mux: any, discoveryStart = 0, eventStart = 0, extensions?: any, abortController?: any) {
    this.path = path;
    this.extensions = extensions ?? {};
    this._mux = mux;
    const hide = (name: string, value: any) => Object.defineProperty(this, name, { value, writable: true, configurable: true });
    hide("_startAt", [discoveryStart, eventStart]);
    hide("_abort", abortController ?? new AbortController());
    hide("_own", {});
    hide("_done", new Promise((resolve, reject) => {
      hide("_resolve", resolve);
      hide("_reject", reject);
    }));
    this._done.catch(() => {});
  }

  /** The graphs that run in nodes of this one. */
  get subgraphs() { return this._own.subgraphs ?? filterSubgraphHandles(this._mux._discoveries, this.path, this._startAt[0]); }

  /** The states as a stream; awaited, the last state. */
  get values(): any {
    const { path, _mux: mux, _startAt: [, start] } = this;
    const all = this._own.values?.toAsyncIterable() ?? {
      [asyncIterator]: () => {
        const base = mux.subscribeEvents(path, start);
        return {
          async next() {
            for (let r = await base.next(); ; r = await base.next()) {
              if (r.done) return { value: undefined, done: true };
              if (r.value.method === "values" && r.value.params.namespace.length === path.length) return { value: r.value.params.data, done: false };
            }
          },
        };
      },
    };
    return { [asyncIterator]: () => (all as any)[asyncIterator](), then: this._done.then.bind(this._done) };
  }

  /** The messages of models and nodes. Each is a stream. */
  get messages(): any { return (this._own.messages ??= this.messagesFrom()); }

  messagesFrom(node?: string): any {
    const transformer = createMessagesTransformer(this.path, node);
    this._mux.addTransformer(transformer);
    return transformer.init().messages;
  }

  get lifecycle(): any { return this._own.lifecycle ?? nothing; }
  get output(): Promise<any> { return this._done; }
  get interrupted(): boolean { return this._mux.interrupted; }
  get interrupts(): any[] { return this._mux.interrupts; }
  get signal() { return this._abort.signal; }
  abort(reason?: any) { this._abort.abort(reason); }
}
(GraphRunStream.prototype as any)[asyncIterator] = function () { return this._mux.subscribeEvents(this.path, this._startAt[1]); };
Object.defineProperty(GraphRunStream.prototype, brand, { configurable: true, value: ["GraphRunStream"] });

/** The run of a graph in a node of another run. */
export class SubgraphRunStream extends GraphRunStream {
  name: string;
  index: number;

  constructor(path: string[], ...rest: any[]) {
    super(path, ...(rest as [any]));
    const last = path[path.length - 1] ?? "";
    const at = last.lastIndexOf(":");
    const number = last.slice(at + 1);
    this.name = at >= 0 ? last.slice(0, at) : last;
    this.index = at >= 0 && /^\d+$/.test(number) ? Number(number) : 0;
  }
}

Object.defineProperty(SubgraphRunStream.prototype, brand, { configurable: true, value: ["GraphRunStream", "SubgraphRunStream"] });

async function pump(source: AsyncIterable<any>, mux: Mux) {
  let seq = 0;
  try {
    for await (const [namespace, mode, payload] of source) {
      if (mode === "values" && isInterrupted(payload)) {
        mux.interrupted = true;
        mux.interrupts.push(...payload[INTERRUPT].map((i: any) => ({ interruptId: i.id ?? "", payload: i.value })));
      }
      for (const event of convertToProtocolEvent({ namespace, mode, payload, seq: seq++ })) mux.push(namespace, event);
    }
  } catch (e) {
    mux.fail(e);
    return;
  }
  mux.close();
}

/** Returns the run whose chunks [namespace, mode, payload] source yields. */
export function createGraphRunStream(source: AsyncIterable<any>, transformers: any[] = [], options?: any): any {
  const abortController = options instanceof AbortController ? options : options?.abortController;
  const mux = new Mux();
  const lifecycle = createLifecycleTransformer();
  const { _lifecycleLog: log, lifecycle: entries } = lifecycle.init();
  const discovery = createSubgraphDiscoveryTransformer(mux, {
    createStream(path: string[], discoveryStart: number, eventStart: number) {
      const sub = new SubgraphRunStream(path, mux, discoveryStart, eventStart);
      sub._own.subgraphs = filterSubgraphHandles(mux._discoveries, path, discoveryStart);
      sub._own.lifecycle = filterLifecycleEntries(log, path, log.size);
      return sub;
    },
  });
  const values = createValuesTransformer([]);
  const messages = createMessagesTransformer([]);
  for (const t of [discovery, lifecycle, values, messages]) mux.addTransformer(t);
  const extensions = {};
  const native: any[] = [];
  for (const make of transformers) {
    const t = make();
    mux.addTransformer(t);
    const projection = t.init();
    if (isNativeTransformer(t)) native.push(projection);
    else {
      Object.assign(extensions, projection);
      if (typeof projection === "object" && projection !== null) mux.wireChannels(projection);
    }
  }
  const root = new GraphRunStream([], mux, 0, 0, extensions, abortController);
  for (const projection of native) Object.assign(root, projection);
  root._own = { values: values.init()._valuesLog, messages: messages.init().messages, lifecycle: entries, subgraphs: discovery.init().subgraphs };
  mux.register([], root);
  pump(source, mux);
  return root;
}
