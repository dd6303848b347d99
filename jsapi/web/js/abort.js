// This file has AbortController and AbortSignal. A signal that AbortSignal.any made finds out by itself whether it is
// aborted, from the signals at the roots of its sources. The roots refer to it only while it has listeners.
(function (host) {
  const { Event, EventTarget, handlerAttribute, trust, watch } = host.require("events");
  const { DOMException } = host.require("domexception");
  const custom = Symbol.for("nodejs.util.inspect.custom");
  const token = {}; // the constructor requires it, and only this file has it
  const aborted = () => new DOMException("This operation was aborted", "AbortError");
  const isSignal = (value) => value instanceof AbortSignal;
  let abort; // (signal, reason)
  let aborts = 0; // the number of signals that were aborted by themselves
  let made = 0;

  class AbortSignal extends EventTarget {
    #aborted = false;
    #reason = undefined;
    #at = 0; // the place in the order in which signals were aborted
    #aborting = false; // whether the listeners are being called
    #dependents = new Set(); // signals that AbortSignal.any made from this one, and that have listeners
    #roots = undefined; // for a signal that AbortSignal.any made
    #made = 0; // the place in the order in which AbortSignal.any made signals
    #first = undefined; // the root that was aborted first
    #fired = false; // whether the event was dispatched
    static {
      abort = (signal, reason) => {
        if (signal.#aborted) return;
        signal.#aborted = signal.#aborting = true;
        signal.#reason = reason;
        signal.#at = ++aborts;
        signal.dispatchEvent(trust(new Event("abort")));
        // A listener may add a listener to another dependent.
        while (signal.#dependents.size > 0) {
          for (const each of [...signal.#dependents].sort((a, b) => a.#made - b.#made)) {
            signal.#dependents.delete(each);
            if (each.#find().#first !== signal || each.#fired) continue;
            each.#fired = true;
            each.dispatchEvent(trust(new Event("abort")));
          }
        }
        signal.#aborting = false;
      };
    }
    /** Finds the root that was aborted first. Returns the signal. */
    #find() {
      if (this.#aborted || !this.#roots) return this;
      for (const root of this.#roots) {
        if (root.#aborted && (!this.#first || root.#at < this.#first.#at)) this.#first = root;
      }
      if (!this.#first) return this;
      this.#aborted = true;
      this.#reason = this.#first.#reason;
      return this;
    }
    /** Is called when the signal gets its first listener for an event, and when it loses the last one. */
    #listened(type, any) {
      if (type !== "abort") return;
      if (!any) this.#roots.forEach((root) => root.#dependents.delete(this));
      else if (!this.#find().#aborted) this.#roots.forEach((root) => root.#dependents.add(this));
      else if (this.#first && this.#first.#aborting && !this.#fired) this.#first.#dependents.add(this);
    }
    constructor(key) {
      if (key !== token) throw host.error("TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
      super();
    }
    get aborted() { return this.#find().#aborted; }
    get reason() { return this.#find().#reason; }
    throwIfAborted() {
      if (this.#find().#aborted) throw this.#reason;
    }
    static abort(reason = aborted()) {
      const signal = new AbortSignal(token);
      signal.#aborted = true;
      signal.#reason = reason;
      return signal;
    }
    static timeout(delay) {
      if (typeof delay !== "number") {
        throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "delay" argument must be of type number. Received ${host.received(delay)}`);
      }
      if (!(delay >= 0 && delay <= 0xffffffff && Number.isInteger(delay))) {
        const must = Number.isInteger(delay) ? `>= 0 && <= ${0xffffffff}` : "an integer";
        throw host.error("RangeError", "ERR_OUT_OF_RANGE", `The value of "delay" is out of range. It must be ${must}. Received ${delay}`);
      }
      const signal = new AbortSignal(token);
      host.after(delay, () => abort(signal, new DOMException("The operation was aborted due to timeout", "TimeoutError")));
      return signal;
    }
    static any(signals) {
      if (signals === null || typeof signals !== "object" || typeof signals[Symbol.iterator] !== "function") {
        throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "signals" argument must be an instance of Array. Received ${host.received(signals)}`);
      }
      const sources = [...signals];
      sources.forEach((source, i) => {
        if (!isSignal(source)) {
          throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "signals[${i}]" argument must be an instance of AbortSignal. Received ${host.received(source)}`);
        }
      });
      const signal = new AbortSignal(token);
      const done = sources.find((source) => source.#find().#aborted);
      if (done) {
        signal.#aborted = true;
        signal.#reason = done.#reason;
        return signal;
      }
      const [only] = sources;
      signal.#roots = sources.length === 1 && only.#roots ? only.#roots : new Set(sources.flatMap((source) => (source.#roots ? [...source.#roots] : [source])));
      signal.#made = ++made;
      watch(signal, (type, any) => signal.#listened(type, any));
      return signal;
    }
    [custom]() {
      return host.shown(Object.getPrototypeOf(this), { aborted: this.aborted });
    }
  }
  handlerAttribute(AbortSignal, "abort");

  class AbortController {
    #signal = new AbortSignal(token);
    get signal() { return this.#signal; }
    abort(reason = aborted()) {
      abort(this.#signal, reason);
    }
    [custom]() {
      return host.shown(Object.getPrototypeOf(this), { signal: this.#signal });
    }
  }
  for (const [Class, name] of [[AbortSignal, "AbortSignal"], [AbortController, "AbortController"]]) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
  }
  return { AbortController, AbortSignal };
})
