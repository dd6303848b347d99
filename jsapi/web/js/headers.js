// This file has Headers.
(function (host) {
  const { finish } = host.require("shown");
  const { fault, isObject } = host.require("streams_shared");
  const token = {}; // only this file has it; it calls new Headers(token, guard)
  const tokenName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  const oneOf = "Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.";
  const needs = (where, n, args) => {
    if (args.length >= n) return;
    throw new TypeError(`Headers.${where}: ${n} argument${n > 1 ? "s" : ""} required, but${args.length ? " only" : ""} ${args.length} found.`);
  };
  const trim = (value) => value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");

  function byteString(value) {
    const text = `${value}`;
    for (let i = 0; i < text.length; i++) {
      if (text.charCodeAt(i) <= 255) continue;
      throw new TypeError(`Cannot convert argument to a ByteString because the character at index ${i} has a value of ${text.charCodeAt(i)} which is greater than 255.`);
    }
    return text;
  }
  function checkName(where, name) {
    if (!tokenName.test(name)) throw new TypeError(`Headers.${where}: "${name}" is an invalid header name.`);
  }
  function checkValue(where, value) {
    if (/[\0\r\n]/.test(value)) throw new TypeError(`Headers.${where}: "${value}" is an invalid header value.`);
  }

  let append; // (headers, name, value): adds a header without checks
  let flat; // (headers): returns names and values in turn, as they are sent
  let seal; // (headers): makes them immutable
  const illegal = () => fault("TypeError", "ERR_INVALID_THIS", "Illegal invocation");
  const check = (headers) => {
    if (!isObject(headers) || !(headers instanceof Headers)) throw illegal();
  };

  class Headers {
    #map = new Map(); // name in lower case → { name, value }
    #cookies = []; // the values of set-cookie, which are not joined
    #sorted = undefined;
    #sealed = false;
    static {
      append = (headers, name, value) => headers.#append(name, value);
      flat = (headers) => {
        const list = [];
        for (const { name, value } of headers.#map.values()) {
          if (name.toLowerCase() !== "set-cookie") list.push(name, value);
        }
        for (const cookie of headers.#cookies) list.push("set-cookie", cookie);
        return list;
      };
      seal = (headers) => {
        headers.#sealed = true;
        return headers;
      };
    }
    constructor(init = undefined) {
      if (init === undefined || init === token) return;
      if (init === null || typeof init !== "object") throw new TypeError(oneOf);
      if (init instanceof Headers && init[Symbol.iterator] === Headers.prototype[Symbol.iterator]) {
        for (const [key, entry] of init.#map) this.#map.set(key, { name: entry.name, value: entry.value });
        this.#cookies = [...init.#cookies];
        return;
      }
      if (typeof init[Symbol.iterator] === "function") {
        for (const pair of init) {
          if (!isObject(pair) || typeof pair[Symbol.iterator] !== "function") throw new TypeError(oneOf);
          const items = [...pair];
          if (items.length !== 2) throw new TypeError(`Headers constructor: expected name/value pair to be length 2, found ${items.length}.`);
          this.append(items[0], items[1]);
        }
        return;
      }
      for (const key of Reflect.ownKeys(init)) {
        const own = Reflect.getOwnPropertyDescriptor(init, key);
        if (own && own.enumerable) this.append(key, init[key]);
      }
    }
    #change() {
      if (this.#sealed) throw new TypeError("immutable");
      this.#sorted = undefined;
    }
    #append(name, value) {
      const key = name.toLowerCase();
      const entry = this.#map.get(key);
      if (key === "set-cookie") this.#cookies.push(value);
      if (entry) entry.value = `${entry.value}${key === "cookie" ? "; " : ", "}${value}`;
      else this.#map.set(key, { name, value });
    }
    append(name, value) {
      check(this);
      needs("append", 2, arguments);
      name = byteString(name);
      value = trim(byteString(value));
      checkName("append", name);
      checkValue("append", value);
      this.#change();
      this.#append(name, value);
    }
    delete(name) {
      check(this);
      needs("delete", 1, arguments);
      name = byteString(name);
      checkName("delete", name);
      this.#change();
      const key = name.toLowerCase();
      if (key === "set-cookie") this.#cookies = [];
      this.#map.delete(key);
    }
    get(name) {
      check(this);
      needs("get", 1, arguments);
      name = byteString(name);
      checkName("get", name);
      const entry = this.#map.get(name.toLowerCase());
      return entry ? entry.value : null;
    }
    has(name) {
      check(this);
      needs("has", 1, arguments);
      name = byteString(name);
      checkName("has", name);
      return this.#map.has(name.toLowerCase());
    }
    set(name, value) {
      check(this);
      needs("set", 2, arguments);
      name = byteString(name);
      value = trim(byteString(value));
      checkName("set", name);
      checkValue("set", value);
      this.#change();
      const key = name.toLowerCase();
      if (key === "set-cookie") this.#cookies = [value];
      this.#map.set(key, { name, value });
    }
    getSetCookie() {
      check(this);
      return [...this.#cookies];
    }
    // Returns the entries sorted by name. The list is made again after a change.
    #entries() {
      if (this.#sorted) return this.#sorted;
      const list = [];
      for (const key of [...this.#map.keys()].sort()) {
        if (key === "set-cookie") for (const cookie of this.#cookies) list.push([key, cookie]);
        else list.push([key, this.#map.get(key).value]);
      }
      this.#sorted = list;
      return list;
    }
    forEach(callback, self = undefined) {
      check(this);
      needs("forEach", 1, arguments);
      if (typeof callback !== "function") throw new TypeError("Failed to execute 'forEach' on 'Headers': parameter 1 is not of type 'Function'.");
      for (const [name, value] of this) callback.call(self, value, name, this);
    }
    keys() { return this.#iterate(([name]) => name); }
    values() { return this.#iterate(([, value]) => value); }
    entries() { return this.#iterate(([name, value]) => [name, value]); }
    #iterate(pick) {
      let i = 0;
      const iterator = Object.create(iteratorPrototype);
      next.set(iterator, () => {
        const list = this.#entries();
        return i < list.length ? { value: pick(list[i++]), done: false } : { value: undefined, done: true };
      });
      return iterator;
    }
    static shows(headers) {
      const shown = {};
      for (const { name, value } of headers.#map.values()) shown[name] = value;
      return shown;
    }
  }
  const { shows } = Headers;
  delete Headers.shows;

  const next = new WeakMap(); // iterator → the function for its next()
  const iteratorPrototype = Object.create(Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), {
    next: {
      value() {
        const f = next.get(this);
        if (!f) throw new TypeError("'next' called on an object that does not implement interface Headers Iterator.");
        return f();
      },
      writable: true,
      enumerable: true,
      configurable: true,
    },
    [Symbol.toStringTag]: { value: "Headers Iterator", configurable: true },
  });
  Object.defineProperty(Headers.prototype, Symbol.iterator, { value: Headers.prototype.entries, writable: true, configurable: true });
  for (const key of ["append", "delete", "get", "has", "set", "getSetCookie", "forEach", "keys", "values", "entries"]) {
    Object.defineProperty(Headers.prototype, key, { enumerable: true });
  }
  finish(Headers, "Headers", shows, true);

  /** Returns the Headers for a list with names and values in turn, which came from a server. */
  function fromFlat(list) {
    const headers = new Headers(token);
    for (let i = 0; i + 1 < list.length; i += 2) append(headers, list[i], list[i + 1]);
    return headers;
  }
  return { Headers, byteString, flat, fromFlat, seal };
})
