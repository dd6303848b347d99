// This file has AbortController and AbortSignal. The sources of a signal that AbortSignal.any made refer to it until one
// of them is aborted.
(function (host) {
  const { Event, EventTarget, handlerAttribute, trust } = host.require("events");
  const { DOMException } = host.require("domexception");
  const custom = Symbol.for("nodejs.util.inspect.custom");
  const token = {}; // the constructor requires it, and only this file has it
  const aborted = () => new DOMException("This operation was aborted", "AbortError");
  const isSignal = (value) => value instanceof AbortSignal;
  let abort; // (signal, reason)

  class AbortSignal extends EventTarget {
    #aborted = false;
    #reason = undefined;
    #dependents = new Set(); // signals that AbortSignal.any made from this one
    #sources = []; // the signals that this one was made from, and their sources
    static {
      abort = (signal, reason) => {
        if (signal.#aborted) return;
        const all = [signal, ...signal.#dependents].filter((each) => !each.#aborted);
        for (const each of all) {
          each.#aborted = true;
          each.#reason = reason;
          for (const source of each.#sources) source.#dependents.delete(each);
        }
        for (const each of all) each.dispatchEvent(trust(new Event("abort")));
      };
    }
    constructor(key) {
      if (key !== token) throw host.error("TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
      super();
    }
    get aborted() { return this.#aborted; }
    get reason() { return this.#reason; }
    throwIfAborted() {
      if (this.#aborted) throw this.#reason;
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
      if (signals === null || signals === undefined || typeof signals[Symbol.iterator] !== "function") {
        throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "signals" argument must be an instance of Array. Received ${host.received(signals)}`);
      }
      const sources = [...signals];
      sources.forEach((source, i) => {
        if (!isSignal(source)) {
          throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "signals[${i}]" argument must be an instance of AbortSignal. Received ${host.received(source)}`);
        }
      });
      const signal = new AbortSignal(token);
      const done = sources.find((source) => source.#aborted);
      if (done) {
        signal.#aborted = true;
        signal.#reason = done.#reason;
        return signal;
      }
      // abort() also aborts the dependents of a signal, but not theirs. So a signal also depends on the sources of its
      // sources.
      for (const source of sources) signal.#sources.push(source, ...source.#sources);
      for (const source of signal.#sources) source.#dependents.add(signal);
      return signal;
    }
    [custom]() {
      return host.shown(Object.getPrototypeOf(this), { aborted: this.#aborted });
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
