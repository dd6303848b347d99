// This file has what the stream classes share: promises that are settled later, queues, strategies, and checks of
// arguments.
(function (host) {
  const fault = (Class, code, text) => host.error(Class, code, text);
  const invalidState = (text) => fault("TypeError", "ERR_INVALID_STATE", `Invalid state: ${text}`);
  const wrongType = (name, want, value) => fault("TypeError", "ERR_INVALID_ARG_TYPE", `The "${name}" ${name.includes(".") ? "property" : "argument"} must be ${want}. Received ${host.received(value)}`);
  const wrongValue = (Class, name, value) => fault(Class, "ERR_INVALID_ARG_VALUE", `The ${name.includes(".") ? "property" : "argument"} '${name}' is invalid. Received ${short(host.inspect(value))}`);
  const short = (text) => (text.length > 128 ? `${text.slice(0, 128)}...` : text);
  const wrongThis = (name) => fault("TypeError", "ERR_INVALID_THIS", `Value of "this" must be of type ${name}`);
  const illegal = () => fault("TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
  const untransferred = () => fault("TypeError", "ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST", "Object that needs transfer was found in message but not listed in transferList");
  const nothing = () => {};

  /**
   * Defines how the instances of a class of streams are transferred. has(stream) says whether it is one. arriving(stream) returns the
   * stream that arrives, and a function that connects the two.
   */
  function transferred(Class, has, arriving) {
    const joins = new WeakMap();
    host.cloned(Class, (stream, moves) => {
      if (!has(stream)) return undefined;
      if (!moves) throw untransferred();
      const [other, join] = arriving(stream);
      joins.set(other, join);
      return other;
    }, (_stream, other) => joins.get(other)());
  }

  /** Returns a promise, with the functions that settle it. */
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

  /** Rejects a pending promise, or replaces a settled one by a rejected promise. The rejection is not reported. */
  function rejectOrReplace(d, reason) {
    if (!d.pending) return rejected(reason);
    d.reject(reason);
    handled(d.promise);
    return d;
  }

  /** Prevents that the rejection of a promise is reported. */
  function handled(promise) {
    promise.then(undefined, nothing);
    return promise;
  }

  /**
   * Lets node:stream know when a stream has ended, and how, without a lock: adds the property that Node gives streams for that,
   * a promise that is made when it is first asked for. stateOf returns the state of a stream.
   */
  function addEnd(Class, stateOf) {
    const end = (stream) => {
      const s = stateOf(stream);
      if (s.over === undefined) s.over = s.state === "closed" ? resolved() : s.state === "errored" ? rejected(s.error) : deferred();
      handled(s.over.promise);
      return s.over;
    };
    Object.defineProperty(Class.prototype, Symbol.for("nodejs.webstream.isClosedPromise"), { get() { return end(this); }, configurable: true });
  }

  /** Calls f as a method. Returns a promise of its result or its error. */
  async function promised(f, self, a, b) {
    return f.call(self, a, b);
  }

  /** A queue. Adding at the end and removing at the front take constant time. */
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

  /** A queue of chunks, with their total size. */
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
    /** Removes bytes from the first chunk. */
    takeBytes(n) {
      const first = this.peek();
      if (n === first.size) {
        this.take();
        return;
      }
      this.items[this.head] = { value: first.value.subarray(n), size: first.size - n };
      this.total -= n;
    }
    clear() {
      this.takeAll();
      this.total = 0;
    }
  }

  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

  /** Checks and returns the object that describes a source, a sink or a transformer. */
  function description(name, value) {
    if (value !== undefined && !isObject(value)) throw wrongType(name, "of type object", value);
    return value === undefined ? {} : value;
  }

  /** Returns a function of such an object, or undefined if it has none of that name. */
  function method(name, object, key) {
    const f = object[key];
    if (f !== undefined && typeof f !== "function") {
      throw key === "start" ? new TypeError("Bind must be called on a function") : wrongType(`${name}.${key}`, "of type function", f);
    }
    return f;
  }

  const one = () => 1;

  /** Returns the high water mark and the size function of a strategy. */
  function strategyOf(value, usual) {
    const strategy = description("strategy", value === null ? undefined : value);
    const { highWaterMark, size } = strategy;
    const limit = highWaterMark === undefined ? usual : Number(highWaterMark);
    if (!(limit >= 0)) throw wrongValue("RangeError", "strategy.highWaterMark", highWaterMark);
    if (size !== undefined && typeof size !== "function") throw wrongType("strategy.size", "of type function", size);
    return { limit, size: size === undefined ? one : size };
  }

  return {
    Queue, SizedQueue, addEnd, deferred, description, handled, illegal, invalidState, isObject, method, nothing, promised, rejected, rejectOrReplace,
    resolved, strategyOf, wrongThis, wrongType, wrongValue, fault, transferred, untransferred,
  };
})
