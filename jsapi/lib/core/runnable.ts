// This file has the base of everything that can be invoked, tools among them.
import { RunnableConfig, ensureConfig, mergeConfigs } from "./config";

type Options = RunnableConfig | undefined;

const asyncIterator: any = (Symbol as any).asyncIterator || /* @__PURE__ */ Symbol.for("Symbol.asyncIterator");

/** Makes the result of stream(). Read it with for await, or with a reader. */
export function streamOf(next: () => Promise<IteratorResult<any>>, stop?: () => any): any {
  const read = async () => {
    const { done, value } = await next();
    return done ? { value: undefined, done: true } : { value, done: false };
  };
  let closed = false;
  const self: any = {
    next: async () => (closed ? { value: undefined, done: true } : read()),
    return: async (value?: any) => {
      if (!closed) await stop?.();
      closed = true;
      return { value, done: true };
    },
    throw: async (e: any) => {
      closed = true;
      throw e;
    },
    cancel: async () => void (await self.return()),
    getReader: () => ({ read: self.next, cancel: self.cancel, releaseLock() {} }),
    [asyncIterator]: () => self,
  };
  return self;
}

/** Returns the iterator of v, if v yields values one by one. */
export function iteratorOf(v: any): any {
  if (!v || typeof v !== "object") return undefined;
  if (typeof v[asyncIterator] === "function") return v[asyncIterator]();
  return typeof v[Symbol.iterator] === "function" && typeof v.next === "function" ? v : undefined;
}

/** Joins two pieces of streamed output. */
export function concat(a: any, b: any): any {
  if (Array.isArray(a) && Array.isArray(b)) return a.concat(b);
  if (typeof a === typeof b && (typeof a === "string" || typeof a === "number")) return a + b;
  if (typeof a === "object" && a && typeof a.concat === "function") return a.concat(b);
  if (typeof a !== "object" || typeof b !== "object") throw new Error(`Cannot concat ${typeof a} and ${typeof b}`);
  const out = { ...a };
  for (const k of Object.keys(b)) out[k] = k in out && !Array.isArray(out[k]) ? concat(out[k], b[k]) : b[k];
  return out;
}

/** Reports whether v can be invoked as a runnable. */
export const isRunnable = (v: any): boolean => (v ? v.lc_runnable : false);

/** A unit of work that can be invoked, batched and streamed. */
export abstract class Invokable<I = any, O = any> {
  static lc_name(): string {
    return this.name;
  }
  declare lc_serializable: boolean | undefined; // whether it can be made again of lc_kwargs
  declare lc_kwargs: any;
  lc_runnable = true;
  name: string | undefined;
  constructor(kwargs?: any) {
    Object.defineProperty(this, "lc_kwargs", { value: kwargs ?? {}, writable: true, configurable: true });
  }
  get lc_namespace(): string[] {
    return ["langchain_core", "runnables"];
  }
  get lc_id(): string[] {
    const own: any = this.constructor;
    return [...this.lc_namespace, Object.getPrototypeOf(own).lc_name?.() === own.lc_name() ? own.name : own.lc_name()];
  }
  toJSON(): any {
    if (this.lc_serializable && typeof this.lc_kwargs === "object" && !this.lc_kwargs.lc_runnable) return __hitlrun.lib!("core/serialized.ts").serialized(this);
    return { lc: 1, type: "not_implemented", id: this.lc_id };
  }
  abstract invoke(input: I, options?: Options): Promise<O>;
  getName(suffix = ""): string {
    return (this.name ?? (this.constructor as any).lc_name()) + suffix;
  }
  /** Invokes all inputs, at most maxConcurrency at the same time. */
  async batch(
    inputs: I[],
    options: Options | Options[] = {},
    how: { maxConcurrency?: number; returnExceptions?: boolean } = {},
  ): Promise<any[]> {
    return __hitlrun.lib!("core/batch.ts").batched(this, inputs, options, how, ensureConfig);
  }
  /** Yields the pieces for stream(). By default this is the result of invoke in one piece. */
  _streamIterator(input: I, options?: Options): any {
    let done = false;
    return streamOf(async () => (done ? { done, value: undefined } : ((done = true), { done: false, value: await this.invoke(input, options) })));
  }
  /** Returns the output in pieces, when the first piece is there. */
  async stream(input: I, options?: Options): Promise<any> {
    return __hitlrun.lib!("core/readable.ts").streamed(this, input, options);
  }
  withConfig(config: RunnableConfig): any {
    return new Bound({ bound: this, config, kwargs: {} });
  }
  static isRunnable(v: any): boolean {
    return isRunnable(v);
  }
  pipe(next: any): any {
    return rows().RunnableSequence.from([this, next]);
  }
  pick(keys: string | string[]): any {
    return this.pipe(new (rows().RunnablePick)(keys));
  }
  assign(mapping: Record<string, any>): any {
    return this.pipe(rows().RunnablePassthrough.assign(mapping));
  }
  withRetry(fields?: { stopAfterAttempt?: number; onFailedAttempt?: (error: any, input: any) => any }): any {
    return around().withRetry(this, fields);
  }
  withFallbacks(fields: any[] | { fallbacks: any[] }): any {
    return new (around().RunnableWithFallbacks)({ runnable: this, fallbacks: Array.isArray(fields) ? fields : fields.fallbacks });
  }
  /** Returns a tool that invokes this. */
  asTool(fields: { name?: string; description?: string; schema: any }): any {
    return around().asTool(this, fields);
  }
  /** Returns this with functions that are called with its run at its start, its end, and its error. */
  withListeners(listeners: any): any {
    return __hitlrun.lib!("core/tracer.ts").withListeners(this, listeners);
  }
  /** Yields the output for an input that comes in pieces. They are put together first, unless a class does better. */
  transform(pieces: any, options?: Options): AsyncGenerator<any> {
    return __hitlrun.lib!("core/transforms.ts").joined(this, pieces, options);
  }
  /** Returns what happens in a run, as a stream of events. */
  streamEvents(input: I, options?: any, filter?: any): any {
    const events = __hitlrun.lib!("lazy/events.ts").streamEvents(this, input, options, filter);
    return __hitlrun.lib!("core/streams.ts").IterableReadableStream.fromAsyncGenerator(events);
  }
  getGraph(_options?: any): any {
    return __hitlrun.lib!("langgraph/picture.ts").pictureOf(this);
  }
}

// Loaded when a tool or a model, whose bundle has neither, becomes a part of something else.
const rows = () => __hitlrun.lib!("core/runnables.ts");
const around = () => __hitlrun.lib!("core/runnables_around.ts");

/** Returns a class of runnables that invoke another one with a config of their own. */
export const binding = <B extends abstract new (...args: any[]) => Invokable>(Base: B): any =>
  class RunnableBinding extends (Base as any) {
    static lc_name(): string {
      return "RunnableBinding";
    }
    lc_serializable = true;
    bound: any;
    config: RunnableConfig;
    kwargs: any;
    constructor(fields: any) {
      super(fields);
      this.bound = fields.bound;
      this.config = fields.config;
      this.kwargs = fields.kwargs;
    }
    getName(suffix?: string): string {
      return this.bound.getName(suffix);
    }
    _merge(options: Options): RunnableConfig {
      return mergeConfigs(this.config, options, this.kwargs);
    }
    async invoke(input: any, options?: Options): Promise<any> {
      return this.bound.invoke(input, this._merge(options));
    }
    async batch(inputs: any[], options: Options | Options[] = {}, how?: any): Promise<any[]> {
      return this.bound.batch(inputs, Array.isArray(options) ? options.map((o) => this._merge(o)) : this._merge(options), how);
    }
    static isRunnableBinding(v: any): boolean {
      return !!v?.bound && isRunnable(v.bound);
    }
    async stream(input: any, options?: Options): Promise<any> {
      return this.bound.stream(input, this._merge(options));
    }
    transform(pieces: any, options?: Options): AsyncGenerator<any> {
      return this.bound.transform(pieces, this._merge(options));
    }
    withConfig(config: RunnableConfig): any {
      return new (this.constructor as any)({ bound: this.bound, kwargs: this.kwargs, config: { ...this.config, ...config } });
    }
  };
const Bound = /* @__PURE__ */ binding(Invokable);
