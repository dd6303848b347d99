// What the stream classes share: promises to settle later, queues, strategies, arguments.
(function (host) {
  const fault = (Class, code, text) => host.error(Class, code, text);
  const invalidState = (text) => fault("TypeError", "ERR_INVALID_STATE", `Invalid state: ${text}`);
  const wrongType = (name, want, value) => fault("TypeError", "ERR_INVALID_ARG_TYPE", `The "${name}" ${name.includes(".") ? "property" : "argument"} must be ${want}. Received ${host.received(value)}`);
  const wrongValue = (Class, name, value) => fault(Class, "ERR_INVALID_ARG_VALUE", `The ${name.includes(".") ? "property" : "argument"} '${name}' is invalid. Received ${host.inspect(value)}`);
  const wrongThis = (name) => fault("TypeError", "ERR_INVALID_THIS", `Value of "this" must be of type ${name}`);
  const illegal = () => fault("TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
  const nothing = () => {};

  /** A promise with what settles it. */
  function deferred() {
    const d = { promise: undefined, resolve: undefined, reject: undefined, pending: true };
    d.promise = new Promise((resolve, reject) => {
      d.resolve = (value) => {
        d.pending = false;
        resolve(value);
      };
      d.reject = (reason) => {
        d.pending = false;
        reject(reason);
      };
    });
    return d;
  }
  const settled = (promise) => ({ promise, resolve: nothing, reject: nothing, pending: false });
  const resolved = (value) => settled(Promise.resolve(value));
  const rejected = (reason) => settled(handled(Promise.reject(reason)));

  /** Rejects what is pending; else returns a rejected promise in its place. Nobody has to handle it. */
  function rejectOrReplace(d, reason) {
    if (!d.pending) return rejected(reason);
    d.reject(reason);
    handled(d.promise);
    return d;
  }

  /** Keeps a rejection from being reported. */
  function handled(promise) {
    promise.then(undefined, nothing);
    return promise;
  }

  /** Calls f as a method and returns a promise of what it returns or throws. */
  async function promised(f, self, a, b) {
    return f.call(self, a, b);
  }

  /** A queue whose ends are both cheap. */
  class Queue {
    constructor() {
      this.items = [];
      this.head = 0;
    }
    get length() { return this.items.length - this.head; }
    push(item) { this.items.push(item); }
    peek() { return this.items[this.head]; }
    shift() {
      const item = this.items[this.head];
      this.items[this.head++] = undefined;
      if (this.head === this.items.length) {
        this.items.length = this.head = 0;
      } else if (this.head > 1024 && this.head * 2 > this.items.length) {
        this.items = this.items.slice(this.head);
        this.head = 0;
      }
      return item;
    }
    takeAll() {
      const all = this.items.slice(this.head);
      this.items = [];
      this.head = 0;
      return all;
    }
  }

  /** A queue of chunks that knows how much it holds. */
  class SizedQueue extends Queue {
    constructor() {
      super();
      this.total = 0;
    }
    add(value, size) {
      if (typeof size !== "number" || !(size >= 0) || size === Infinity) throw wrongValue("RangeError", "size", size);
      this.push({ value, size });
      this.total += size;
    }
    take() {
      const { value, size } = this.shift();
      this.total = this.length === 0 ? 0 : Math.max(0, this.total - size);
      return value;
    }
    clear() {
      this.takeAll();
      this.total = 0;
    }
  }

  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

  /** The object that describes a source, a sink or a transformer. */
  function description(name, value) {
    if (value !== undefined && !isObject(value)) throw wrongType(name, "of type object", value);
    return value === undefined ? {} : value;
  }

  /** A function of a description, undefined if there is none. */
  function method(name, object, key) {
    const f = object[key];
    if (f !== undefined && typeof f !== "function") {
      throw key === "start" ? new TypeError("Bind must be called on a function") : wrongType(`${name}.${key}`, "of type function", f);
    }
    return f;
  }

  const one = () => 1;

  /** The high water mark and the size function of a strategy. */
  function strategyOf(value, usual) {
    const strategy = description("strategy", value === null ? undefined : value);
    const { highWaterMark, size } = strategy;
    const limit = highWaterMark === undefined ? usual : Number(highWaterMark);
    if (!(limit >= 0)) throw wrongValue("RangeError", "strategy.highWaterMark", highWaterMark);
    if (size !== undefined && typeof size !== "function") throw wrongType("strategy.size", "of type function", size);
    return { limit, size: size === undefined ? one : size };
  }

  return {
    Queue, SizedQueue, deferred, description, handled, illegal, invalidState, isObject, method, nothing, promised, rejected, rejectOrReplace,
    resolved, strategyOf, wrongThis, wrongType, wrongValue, fault,
  };
})
