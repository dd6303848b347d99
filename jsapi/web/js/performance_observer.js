// This file has PerformanceObserver, performance.timerify, nodeTiming and eventLoopUtilization.
(function (host) {
  const { finish } = host.require("shown");
  const { DOMException } = host.require("domexception");
  const { fault, isObject, wrongType } = host.require("streams_shared");
  const { PerformanceEntry, listeners, make, marked, inOrder } = host.require("performance");
  const token = {}; // the constructor of lists requires it, and only this file has it
  const kinds = Object.freeze(["dns", "function", "gc", "http", "http2", "mark", "measure", "net", "resource"]);
  let waiting = new Set(); // observers with entries that were not delivered
  let timed = 0; // the number of observers of functions

  class PerformanceObserverEntryList {
    #entries;
    constructor(key, entries) {
      if (key !== token) throw fault("TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
      this.#entries = inOrder(entries);
    }
    getEntries() { return this.#entries.slice(); }
    getEntriesByType(type) { return this.#entries.filter((entry) => entry.entryType === `${type}`); }
    getEntriesByName(name, type = undefined) {
      return this.#entries.filter((entry) => entry.name === `${name}` && (type === undefined || entry.entryType === `${type}`));
    }
  }

  class PerformanceObserver {
    #callback;
    #buffer = [];
    #kinds = new Set();
    #form; // "entryTypes" or "type", whichever the first call of observe had
    #hear = (entry) => {
      if (!this.#kinds.has(entry.entryType)) return;
      this.#buffer.push(entry);
      this.#wait();
    };
    constructor(callback) {
      if (typeof callback !== "function") throw wrongType("callback", "of type function", callback);
      this.#callback = callback;
    }
    static get supportedEntryTypes() { return kinds; }
    observe(options = {}) {
      if (!isObject(options)) throw wrongType("options", "of type object", options);
      const { entryTypes, type, buffered } = options;
      if (entryTypes === undefined && type === undefined) {
        throw fault("TypeError", "ERR_MISSING_ARGS", 'The "options.entryTypes" and "options.type" arguments must be specified');
      }
      if (entryTypes !== undefined && type !== undefined) {
        throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The property 'options.entryTypes' options.entryTypes can not set with options.type together. Received ${host.inspect(entryTypes)}`);
      }
      if (entryTypes !== undefined && !Array.isArray(entryTypes)) throw wrongType("options.entryTypes", "string[]", entryTypes);
      const form = entryTypes === undefined ? "type" : "entryTypes";
      if (this.#form !== undefined && this.#form !== form) {
        throw new DOMException(`PerformanceObserver can not change to ${form === "type" ? "a single observation" : "multiple observations"}`, "InvalidModificationError");
      }
      this.#form = form;
      const wanted = form === "type" ? [...this.#kinds, `${type}`] : entryTypes.map((kind) => `${kind}`);
      this.#watch(wanted.filter((kind) => kinds.includes(kind)));
      if (form === "type" && buffered) {
        this.#buffer.push(...marked().filter((entry) => entry.entryType === type));
        if (this.#buffer.length > 0) this.#wait();
      }
    }
    disconnect() {
      this.#watch([]);
      this.#form = undefined;
      this.#buffer = [];
      waiting.delete(this);
    }
    takeRecords() { return this.#buffer.splice(0); }
    #watch(wanted) {
      timed -= this.#kinds.has("function") ? 1 : 0;
      this.#kinds = new Set(wanted);
      timed += this.#kinds.has("function") ? 1 : 0;
      if (wanted.length > 0) listeners.add(this.#hear);
      else listeners.delete(this.#hear);
    }
    #wait() {
      if (waiting.size === 0) setImmediate(PerformanceObserver.#deliver);
      waiting.add(this);
    }
    static #deliver() {
      const ready = waiting;
      waiting = new Set();
      for (const observer of ready) {
        const entries = observer.takeRecords();
        if (entries.length > 0) observer.#callback.call(observer, new PerformanceObserverEntryList(token, entries), observer);
      }
    }
  }
  finish(PerformanceObserver, "PerformanceObserver", () => ({}));
  finish(PerformanceObserverEntryList, "PerformanceObserverEntryList", (list) => list.getEntries());

  /** Returns a function that calls f. For each call, observers of functions get an entry with the arguments and the duration. */
  function timerify(f) {
    if (typeof f !== "function") throw wrongType("fn", "of type function", f);
    function timerified(...args) {
      const start = host.now();
      const done = (result) => {
        if (timed > 0) make({ name: f.name, entryType: "function", startTime: start, duration: host.now() - start, detail: args });
        return result;
      };
      const result = new.target ? Reflect.construct(f, args, f) : Reflect.apply(f, this, args);
      if (new.target || !result || typeof result.finally !== "function") return done(result);
      return result.finally(done);
    }
    Object.defineProperties(timerified, {
      name: { value: `timerified ${f.name}`, configurable: true },
      length: { value: f.length, configurable: true },
    });
    return timerified;
  }

  /** The times of the start of the process, as far as they are known: it started when the globals were made. */
  class PerformanceNodeTiming extends PerformanceEntry {
    get duration() { return host.now(); }
    toJSON() {
      const { name, entryType, startTime, duration, nodeStart, v8Start, bootstrapComplete, environment, loopStart, loopExit, idleTime } = this;
      return { name, entryType, startTime, duration, nodeStart, v8Start, bootstrapComplete, environment, loopStart, loopExit, idleTime };
    }
  }
  for (const [name, value] of Object.entries({ nodeStart: 0, v8Start: 0, bootstrapComplete: 0, environment: 0, loopStart: 0, loopExit: -1, idleTime: 0 })) {
    Object.defineProperty(PerformanceNodeTiming.prototype, name, { value, enumerable: true, configurable: true });
  }
  finish(PerformanceNodeTiming, "PerformanceNodeTiming", (timing) => timing.toJSON());
  /** How busy the event loop is, which is not measured. */
  const eventLoopUtilization = () => ({ idle: 0, active: 0, utilization: 0 });
  const timing = () => make({ name: "node", entryType: "node", startTime: 0, duration: 0 }, PerformanceNodeTiming);
  return { PerformanceObserver, PerformanceObserverEntryList, methods: { timerify, eventLoopUtilization }, timing };
})
