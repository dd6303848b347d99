// This file is node:events.
import { AsyncResource } from "./async_hooks";
import { abortError, checkFunction, checkSignal, fault, outOfRange, wrongType } from "./errors";

type Listener = (...args: any[]) => void;

export const errorMonitor = Symbol("events.errorMonitor");

/** EventEmitter is a function and not a class, because old code calls it without new. */
export function EventEmitter(this: any, options?: any): void {
  const above = Object.getPrototypeOf(this);
  if (above && this._events === above._events) this._events = undefined; // the prototype of an object may be an emitter
  init(this);
  if (!options || !options.captureRejections) return;
  checkBoolean(options.captureRejections, "options.captureRejections");
  Object.defineProperty(this, captures, { value: true, writable: true, configurable: true });
}
const captures = Symbol("captures"); // whether a rejected promise of a listener is an event "error"
Object.defineProperty(EventEmitter.prototype, captures, { value: false, writable: true });

function checkBoolean(value: unknown, name: string): void {
  if (typeof value !== "boolean") throw wrongType(name, "of type boolean", value);
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
  let events = init(emitter);
  if (events.newListener) {
    emitter.emit("newListener", type, (listener as any).listener || listener);
    events = init(emitter);
  }
  let list: any = events[type];
  if (!list) {
    if ((type === "SIGKILL" || type === "SIGSTOP") && emitter === (globalThis as any).process) {
      throw Object.assign(new Error("uv_signal_start EINVAL"), { errno: -22, code: "EINVAL", syscall: "uv_signal_start" }); // nobody can hear them
    }
    list = events[type] = [];
    emitter._eventsCount++;
  }
  if (prepend) list.unshift(listener);
  else list.push(listener);
  if (list.length > few && !list[wraps] && (list.length === few + 1 || (listener as any).listener)) {
    if (list.some((each: any) => each.listener)) Object.defineProperty(list, wraps, { value: true });
  }
  const most = emitter._maxListeners === undefined ? defaultMaxListeners : emitter._maxListeners;
  if (most > 0 && list.length > most && !list.warned) {
    list.warned = true;
    const what = __hitlrun.node.util.inspect(emitter, { depth: -1 });
    const text = `Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners added to ${what}. MaxListeners is ${most}. Use emitter.setMaxListeners() to increase limit`;
    const { process } = globalThis as any;
    const warning = Object.assign(new Error(text), { name: "MaxListenersExceededWarning", emitter, type, count: list.length });
    if (process && typeof process.emitWarning === "function") process.emitWarning(warning);
  }
  return emitter;
}

const few = 32;
const wraps = Symbol("wraps"); // whether a list of more than a few listeners may have one that once() made

/** Returns the index of the last listener of a list that is this one, or was made of it by once(). */
function lastOf(list: Listener[], listener: Listener): number {
  let i = list.length - 1;
  while (i >= 0 && list[i] !== listener && (list[i] as any).listener !== listener) i--;
  return i;
}

function drop(emitter: any, type: PropertyKey): void {
  delete emitter._events[type];
  emitter._eventsCount--;
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
    let i = -1;
    if (list.length > few && (!(list as any)[wraps] || listener.listener)) i = list.lastIndexOf(listener); // is fast
    if (i < 0) i = lastOf(list, listener);
    if (i < 0) return this;
    const only: any = list.length === 1 ? list[0] : undefined;
    if (only) drop(this, type);
    else if (i === 0) list.shift();
    else list.splice(i, 1);
    if (this._events.removeListener) this.emit("removeListener", type, (only && only.listener) || listener);
    return this;
  },
  removeAllListeners(type) {
    const events = init(this);
    for (const key of arguments.length > 0 ? [type] : Reflect.ownKeys(events)) {
      if (key === "removeListener" && arguments.length === 0) continue;
      const list = events[key];
      if (!list) continue;
      if (events.removeListener) for (const listener of [...list].reverse()) this.removeListener(key, listener);
      else drop(this, key);
    }
    if (arguments.length === 0 && events.removeListener) drop(this, "removeListener");
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
    // A listener may add and remove listeners, so the list is copied.
    for (const listener of list.length === 1 ? [list[0]] : list.slice()) {
      const result: any = listener.apply(this, args);
      if (result !== undefined && result !== null && this[captures]) capture(this, result, type, args);
    }
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
    return Reflect.ownKeys(init(this));
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

/** Reports the rejection of a promise that a listener returned to the emitter. */
function capture(emitter: any, promise: any, type: PropertyKey, args: any[]): void {
  try {
    const { then } = promise;
    if (typeof then !== "function") return;
    then.call(promise, undefined, (error: unknown) =>
      (globalThis as any).process.nextTick(() => {
        if (typeof emitter[captureRejectionSymbol] === "function") return emitter[captureRejectionSymbol](error, type, ...args);
        const before = emitter[captures];
        try {
          emitter[captures] = false; // the listeners of "error" may be async functions too
          emitter.emit("error", error);
        } finally {
          emitter[captures] = before;
        }
      }),
    );
  } catch (error) {
    emitter.emit("error", error);
  }
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

function listen(emitter: any, type: any, listener: Listener, once = false): () => void {
  if (typeof emitter === "object" && emitter !== null && typeof emitter.on === "function") {
    if (once) emitter.once(type, listener);
    else emitter.on(type, listener);
    return () => emitter.removeListener(type, listener);
  }
  if (!emitter || !isTarget(emitter)) throw wrongType("emitter", "an instance of EventEmitter", emitter);
  emitter.addEventListener(type, listener, { once });
  return () => emitter.removeEventListener(type, listener);
}

/** Returns a promise of the arguments of the next event. */
export async function once(emitter: any, type: string | symbol, options: any = {}): Promise<any[]> {
  const { signal } = options;
  checkSignal(signal, "options.signal");
  if (signal && signal.aborted) throw abortError(signal);
  return new Promise((resolve, reject) => {
    const undo: (() => void)[] = [];
    // The listeners are removed in the call of one of them. Whatever follows in the same job has no listener.
    const settle = (f: (value: any) => void) => (value: any) => {
      for (const remove of undo) remove();
      f(value);
    };
    const done = settle(resolve);
    undo.push(listen(emitter, type, (...args) => done(args), true));
    if (type !== "error" && typeof emitter.once === "function") undo.push(listen(emitter, "error", settle(reject), true));
    if (signal) undo.push(listen(signal, "abort", settle(() => reject(abortError(signal))), true));
  });
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
  if (typeof emitter.listenerCount === "function") return emitter.listenerCount(type);
  return methods.listenerCount.call(emitter, type);
}

export function getEventListeners(emitter: any, type: string | symbol): Listener[] {
  if (emitter && typeof emitter.listeners === "function") return emitter.listeners(type);
  if (emitter instanceof EventTarget) return (emitter as any)[Symbol.for("hitlrun.listeners")](type);
  throw wrongType("emitter", "an instance of EventEmitter or EventTarget", emitter);
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

const mostOf = new WeakMap<object, number>(); // EventTarget → its limit of listeners, which does nothing here

export function setMaxListeners(n = defaultMaxListeners, ...emitters: any[]): void {
  checkCount(n, "setMaxListeners");
  if (emitters.length === 0) defaultMaxListeners = n;
  for (const emitter of emitters) {
    if (emitter instanceof EventTarget) mostOf.set(emitter, n);
    else if (emitter && typeof emitter.setMaxListeners === "function") emitter.setMaxListeners(n);
    else throw wrongType("eventTargets", "an instance of EventEmitter or EventTarget", emitter);
  }
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

/** Returns the limit of listeners of an emitter or an EventTarget. */
export function getMaxListeners(emitter: any): number {
  if (emitter && typeof emitter.getMaxListeners === "function") return emitter.getMaxListeners();
  if (emitter instanceof EventTarget) return mostOf.has(emitter) ? (mostOf.get(emitter) as number) : defaultMaxListeners;
  throw wrongType("emitter", "an instance of EventEmitter or EventTarget", emitter);
}
export const captureRejectionSymbol = Symbol.for("nodejs.rejection");
export const usingDomains = false;
export const captureRejections = false;
Object.assign(EventEmitter, { getMaxListeners, captureRejectionSymbol, usingDomains });
Object.defineProperty(EventEmitter, "captureRejections", {
  enumerable: true,
  get: () => (EventEmitter.prototype as any)[captures],
  set(value: boolean) {
    checkBoolean(value, "EventEmitter.captureRejections");
    (EventEmitter.prototype as any)[captures] = value;
  },
});
Object.assign(EventEmitter, { EventEmitter, EventEmitterAsyncResource, once, on, listenerCount, getEventListeners, setMaxListeners, addAbortListener, errorMonitor });
__hitlrun.node.emitter?.(EventEmitter.prototype);
export default EventEmitter;
