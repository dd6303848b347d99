// This file is node:events.
import { AsyncResource } from "./async_hooks";
import { abortError, checkFunction, checkSignal, fault, outOfRange, wrongType } from "./errors";

type Listener = (...args: any[]) => void;

export const errorMonitor = Symbol("events.errorMonitor");

/** EventEmitter is a function and not a class, because old code calls it without new. */
export function EventEmitter(this: any): void {
  const above = Object.getPrototypeOf(this);
  if (above && this._events === above._events) this._events = undefined; // the prototype of an object may be an emitter
  init(this);
}

export let defaultMaxListeners = 10;
Object.defineProperty(EventEmitter, "defaultMaxListeners", {
  enumerable: true,
  get: () => defaultMaxListeners,
  set(n: number) {
    checkCount(n, "defaultMaxListeners");
    defaultMaxListeners = n;
  },
});

function checkCount(n: unknown, name: string): void {
  if (typeof n !== "number") throw wrongType(name, "of type number", n);
  if (!(n >= 0)) throw outOfRange(name, ">= 0", n);
}

/**
 * Returns the listeners of an emitter. They are functions; a listener that was added by once() has the original as
 * .listener. An object whose prototype is an emitter has its listeners.
 */
function init(emitter: any): Record<PropertyKey, Listener[]> {
  if (emitter._events === undefined) {
    emitter._events = Object.create(null);
    emitter._eventsCount = 0;
    emitter._maxListeners = emitter._maxListeners === undefined ? undefined : emitter._maxListeners;
  }
  return emitter._events;
}

function add(emitter: any, type: PropertyKey, listener: Listener, prepend: boolean): any {
  checkFunction(listener, "listener");
  const events = init(emitter);
  if (events.newListener) emitter.emit("newListener", type, (listener as any).listener || listener);
  let list = events[type];
  if (!list) {
    list = events[type] = [];
    emitter._eventsCount++;
  }
  // The list is copied, because an active emit uses the old one.
  events[type] = list = prepend ? [listener, ...list] : [...list, listener];
  const most = emitter.getMaxListeners();
  if (most > 0 && list.length > most && !(events as any)[warned]) {
    Object.defineProperty(events, warned, { value: true });
    const warning = `Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners added. Use emitter.setMaxListeners() to increase limit`;
    const process = (globalThis as any).process;
    if (process && typeof process.emitWarning === "function") process.emitWarning(warning);
  }
  return emitter;
}
const warned = Symbol("warned");

function drop(emitter: any, type: PropertyKey, keep: Listener[]): void {
  if (keep.length > 0) emitter._events[type] = keep;
  else {
    delete emitter._events[type];
    emitter._eventsCount--;
  }
}

function onceWrapper(emitter: any, type: PropertyKey, listener: Listener): Listener {
  checkFunction(listener, "listener");
  let fired = false;
  const wrapper: any = function (this: any, ...args: any[]) {
    if (fired) return undefined;
    fired = true;
    emitter.removeListener(type, wrapper);
    return listener.apply(this, args);
  };
  wrapper.listener = listener;
  return wrapper;
}

const methods: Record<string, (this: any, ...args: any[]) => any> = {
  addListener(type, listener) {
    return add(this, type, listener, false);
  },
  prependListener(type, listener) {
    return add(this, type, listener, true);
  },
  once(type, listener) {
    return this.on(type, onceWrapper(this, type, listener)); // a class may define on()
  },
  prependOnceListener(type, listener) {
    return this.prependListener(type, onceWrapper(this, type, listener));
  },
  removeListener(type, listener) {
    checkFunction(listener, "listener");
    const list = init(this)[type] || [];
    for (let i = list.length - 1; i >= 0; i--) {
      if (list[i] !== listener && (list[i] as any).listener !== listener) continue;
      drop(this, type, list.filter((_, j) => j !== i));
      if (this._events.removeListener) this.emit("removeListener", type, listener);
      break;
    }
    return this;
  },
  removeAllListeners(type) {
    const events = init(this);
    for (const key of arguments.length > 0 ? [type] : Reflect.ownKeys(events)) {
      if (key === "removeListener" && arguments.length === 0) continue;
      const list = events[key];
      if (!list) continue;
      if (events.removeListener) for (const listener of [...list].reverse()) this.removeListener(key, listener);
      else drop(this, key, []);
    }
    if (arguments.length === 0 && events.removeListener) drop(this, "removeListener", []);
    return this;
  },
  emit(type, ...args) {
    const events = init(this);
    if (type === "error" && events[errorMonitor]) this.emit(errorMonitor, ...args);
    const list = events[type];
    if (!list) {
      if (type === "error") throw unhandled(args[0]);
      return false;
    }
    for (const listener of list) listener.apply(this, args);
    return true;
  },
  listenerCount(type, listener) {
    const list = init(this)[type] || [];
    return listener ? list.filter((each: any) => each === listener || each.listener === listener).length : list.length;
  },
  listeners(type) {
    return (init(this)[type] || []).map((each: any) => each.listener || each);
  },
  rawListeners(type) {
    return [...(init(this)[type] || [])];
  },
  eventNames() {
    return Reflect.ownKeys(init(this)).filter((key) => key !== warned);
  },
  setMaxListeners(n) {
    checkCount(n, "setMaxListeners");
    this._maxListeners = n;
    return this;
  },
  getMaxListeners() {
    return this._maxListeners === undefined ? defaultMaxListeners : this._maxListeners;
  },
};
// The two names are one function, because a class may have methods that call each other by both.
methods.on = methods.addListener;
methods.off = methods.removeListener;
for (const name of Object.keys(methods)) {
  Object.defineProperty(EventEmitter.prototype, name, { value: methods[name], writable: true, configurable: true, enumerable: true });
}

/** Returns the error that emit("error") throws if there is no listener. */
function unhandled(reason: any): unknown {
  if (reason instanceof Error) return reason;
  const error = fault("Error", "ERR_UNHANDLED_ERROR", `Unhandled error. (${typeof reason === "string" ? `'${reason}'` : __hitlrun.node.util.inspect(reason)})`);
  error.context = reason;
  return error;
}

function isTarget(emitter: any): boolean {
  return typeof emitter.addEventListener === "function" && typeof emitter.on !== "function";
}

function listen(emitter: any, type: any, listener: Listener): () => void {
  if (typeof emitter === "object" && emitter !== null && typeof emitter.on === "function") {
    emitter.on(type, listener);
    return () => emitter.removeListener(type, listener);
  }
  if (!emitter || !isTarget(emitter)) throw wrongType("emitter", "an instance of EventEmitter", emitter);
  emitter.addEventListener(type, listener);
  return () => emitter.removeEventListener(type, listener);
}

/** Returns a promise of the arguments of the next event. */
export async function once(emitter: any, type: string | symbol, options: any = {}): Promise<any[]> {
  const { signal } = options;
  checkSignal(signal, "options.signal");
  if (signal && signal.aborted) throw abortError(signal);
  const undo: (() => void)[] = [];
  try {
    return await new Promise((resolve, reject) => {
      undo.push(listen(emitter, type, (...args) => resolve(args)));
      if (type !== "error" && typeof emitter.on === "function") undo.push(listen(emitter, "error", reject));
      if (signal) undo.push(listen(signal, "abort", () => reject(abortError(signal))));
    });
  } finally {
    for (const f of undo) f();
  }
}

/** Returns an iterator over the events of an emitter, for `for await`. */
export function on(emitter: any, type: string | symbol, options: any = {}): AsyncIterableIterator<any[]> {
  const { signal } = options;
  checkSignal(signal, "options.signal");
  if (signal && signal.aborted) throw abortError(signal);
  const events: any[][] = [];
  const waiting: { resolve(r: any): void; reject(e: unknown): void }[] = [];
  const undo: (() => void)[] = [];
  let failure: { error: unknown } | undefined;
  let finished = false;
  const end = (): any => {
    finished = true;
    for (const f of undo.splice(0)) f();
    for (const each of waiting.splice(0)) each.resolve({ value: undefined, done: true });
    return { value: undefined, done: true };
  };
  const fail = (error: unknown) => {
    const first = waiting.shift();
    if (first) first.reject(error);
    else failure = { error };
    end();
  };
  undo.push(listen(emitter, type, (...args) => {
    const first = waiting.shift();
    if (first) first.resolve({ value: args, done: false });
    else events.push(args);
  }));
  if (type !== "error" && typeof emitter.on === "function") undo.push(listen(emitter, "error", fail));
  for (const name of options.close || []) undo.push(listen(emitter, name, end));
  if (signal) undo.push(listen(signal, "abort", () => fail(abortError(signal))));
  const iterator: any = {
    next() {
      if (events.length > 0) return Promise.resolve({ value: events.shift(), done: false });
      if (failure) {
        const { error } = failure;
        failure = undefined;
        return Promise.reject(error);
      }
      if (finished) return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    return: () => Promise.resolve(end()),
    throw(error: unknown) {
      fail(error);
      return Promise.resolve({ value: undefined, done: true });
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

export function listenerCount(emitter: any, type: string | symbol): number {
  return emitter.listenerCount(type);
}

export function getEventListeners(emitter: any, type: string | symbol): Listener[] {
  return emitter.listeners(type);
}

/** Calls a listener when a signal is aborted. If it is already aborted, the call is in the next job. */
export function addAbortListener(signal: any, listener: Listener): any {
  if (signal === undefined) throw wrongType("signal", "an instance of AbortSignal", signal);
  checkSignal(signal, "signal");
  checkFunction(listener, "listener");
  let undo = () => {};
  if (signal.aborted) queueMicrotask(() => listener());
  else undo = listen(signal, "abort", listener);
  return { [(Symbol as any).dispose]: () => undo() };
}

export function setMaxListeners(n = defaultMaxListeners, ...emitters: any[]): void {
  checkCount(n, "setMaxListeners");
  if (emitters.length === 0) defaultMaxListeners = n;
  for (const emitter of emitters) if (typeof emitter.setMaxListeners === "function") emitter.setMaxListeners(n);
}

/** An emitter whose listeners run in the asynchronous context in which it was made. */
export class EventEmitterAsyncResource extends (EventEmitter as any) {
  #resource: AsyncResource;
  constructor(options: any = {}) {
    const { name = new.target.name, triggerAsyncId, requireManualDestroy } = typeof options === "string" ? ({ name: options } as any) : options;
    super(typeof options === "string" ? undefined : options);
    this.#resource = new AsyncResource(name, { triggerAsyncId, requireManualDestroy });
  }
  emit(...args: any[]): any {
    return this.#resource.runInAsyncScope(super.emit as any, this, ...args);
  }
  emitDestroy(): void {
    this.#resource.emitDestroy();
  }
  get asyncId(): number {
    return this.#resource.asyncId();
  }
  get triggerAsyncId(): number {
    return this.#resource.triggerAsyncId();
  }
  get asyncResource(): AsyncResource {
    return this.#resource;
  }
}

/** Returns the limit of listeners of an emitter, or of an EventTarget, which has none here. */
export function getMaxListeners(emitter: any): number {
  if (emitter && typeof emitter.getMaxListeners === "function") return emitter.getMaxListeners();
  if (emitter && isTarget(emitter)) return defaultMaxListeners;
  throw wrongType("emitter", "an instance of EventEmitter or EventTarget", emitter);
}
export const captureRejectionSymbol = Symbol.for("nodejs.rejection");
export const usingDomains = false;
export const captureRejections = false;
Object.assign(EventEmitter, { getMaxListeners, captureRejectionSymbol, usingDomains, captureRejections });
Object.assign(EventEmitter, { EventEmitter, EventEmitterAsyncResource, once, on, listenerCount, getEventListeners, setMaxListeners, addAbortListener, errorMonitor });
export default EventEmitter;
