// This file has URL and URLSearchParams. Go parses URLs. A URL has an array with its parts.
(function (host) {
  const custom = Symbol.for("nodejs.util.inspect.custom");
  const missing = (text) => host.error("TypeError", "ERR_MISSING_ARGS", `The ${text} must be specified`);
  const need = (args, one, two) => {
    if (two ? args.length < 2 : args.length < 1) {
      throw missing(two ? `"${one}" and "${two}" arguments` : `"${one}" argument`);
    }
  };
  // The indexes of the parts in the array.
  const [HREF, ORIGIN, PROTOCOL, USERNAME, PASSWORD, HOST, HOSTNAME, PORT, PATHNAME, SEARCH, HASH] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  let attach; // (params, url): connects params with the query of url
  let reload; // (params, search): is called when the query of their URL has changed
  let setQuery; // (url, search): is called when the params of a URL have changed

  function pairsOf(init) {
    const list = [];
    if (init === undefined || init === null) return list;
    if (typeof init !== "object" && typeof init !== "function") {
      const text = `${init}`;
      return host.parseQuery(text.startsWith("?") ? text.slice(1) : text);
    }
    const method = init[Symbol.iterator];
    if (method === undefined || method === null) {
      for (const key of Reflect.ownKeys(init)) {
        const own = Reflect.getOwnPropertyDescriptor(init, key);
        if (own && own.enumerable) list.push(`${key}`, `${init[key]}`);
      }
      return list;
    }
    if (typeof method !== "function") throw host.error("TypeError", "ERR_ARG_NOT_ITERABLE", "Query pairs must be iterable");
    for (const pair of init) {
      const iterable = pair !== null && (typeof pair === "object" || typeof pair === "function") && typeof pair[Symbol.iterator] === "function";
      const items = iterable ? [...pair] : [];
      if (items.length !== 2) {
        throw host.error("TypeError", "ERR_INVALID_TUPLE", "Each query pair must be an iterable [name, value] tuple");
      }
      list.push(`${items[0]}`, `${items[1]}`);
    }
    return list;
  }

  class URLSearchParams {
    #list; // names and values in turn
    #url = null;
    static {
      attach = (params, url) => {
        params.#url = url;
      };
      reload = (params, search) => {
        params.#list = host.parseQuery(search.slice(1));
      };
    }
    constructor(init = undefined) {
      this.#list = pairsOf(init);
    }
    #changed() {
      if (this.#url) setQuery(this.#url, host.formatQuery(this.#list));
    }
    get size() {
      return this.#list.length / 2;
    }
    append(name, value) {
      need(arguments, "name", "value");
      this.#list.push(`${name}`, `${value}`);
      this.#changed();
    }
    delete(name, value = undefined) {
      need(arguments, "name");
      name = `${name}`;
      if (value !== undefined) value = `${value}`;
      const kept = [];
      for (let i = 0; i < this.#list.length; i += 2) {
        if (this.#list[i] !== name || (value !== undefined && this.#list[i + 1] !== value)) {
          kept.push(this.#list[i], this.#list[i + 1]);
        }
      }
      this.#list = kept;
      this.#changed();
    }
    get(name) {
      need(arguments, "name");
      name = `${name}`;
      for (let i = 0; i < this.#list.length; i += 2) {
        if (this.#list[i] === name) return this.#list[i + 1];
      }
      return null;
    }
    getAll(name) {
      need(arguments, "name");
      name = `${name}`;
      return this.#list.filter((_, i) => i % 2 === 1 && this.#list[i - 1] === name);
    }
    has(name, value = undefined) {
      need(arguments, "name");
      const values = this.getAll(name);
      return value === undefined ? values.length > 0 : values.includes(`${value}`);
    }
    set(name, value) {
      need(arguments, "name", "value");
      name = `${name}`;
      value = `${value}`;
      const kept = [];
      let found = false;
      for (let i = 0; i < this.#list.length; i += 2) {
        if (this.#list[i] !== name) kept.push(this.#list[i], this.#list[i + 1]);
        else if (!found) {
          found = true;
          kept.push(name, value);
        }
      }
      if (!found) kept.push(name, value);
      this.#list = kept;
      this.#changed();
    }
    sort() {
      const pairs = [];
      for (let i = 0; i < this.#list.length; i += 2) pairs.push([this.#list[i], this.#list[i + 1]]);
      pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
      this.#list = [].concat(...pairs);
      this.#changed();
    }
    forEach(callback, thisArg = undefined) {
      if (typeof callback !== "function") {
        throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "callback" argument must be of type function. Received ${host.received(callback)}`);
      }
      for (let i = 0; i < this.#list.length; i += 2) callback.call(thisArg, this.#list[i + 1], this.#list[i], this);
    }
    *entries() {
      for (let i = 0; i < this.#list.length; i += 2) yield [this.#list[i], this.#list[i + 1]];
    }
    *keys() {
      for (let i = 0; i < this.#list.length; i += 2) yield this.#list[i];
    }
    *values() {
      for (let i = 0; i < this.#list.length; i += 2) yield this.#list[i + 1];
    }
    toString() {
      return host.formatQuery(this.#list);
    }
    [custom](depth, options, inspect) {
      const print = typeof inspect === "function" ? (s) => inspect(s, options) : (s) => `'${s}'`;
      const pairs = [];
      for (const [name, value] of this) pairs.push(`${print(name)} => ${print(value)}`);
      if (pairs.length === 0) return "URLSearchParams {}";
      const width = pairs.reduce((sum, pair) => sum + pair.length + 2, -2);
      return width <= ((options && options.breakLength) || 80) ? `URLSearchParams { ${pairs.join(", ")} }` : `URLSearchParams {\n  ${pairs.join(",\n  ")} }`;
    }
  }
  Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, {
    value: URLSearchParams.prototype.entries,
    writable: true,
    configurable: true,
  });

  function parse(url, base) {
    url = `${url}`;
    if (base !== undefined) base = `${base}`;
    const parts = host.parse(url, base);
    if (parts) return parts;
    const error = new TypeError("Invalid URL");
    error.code = "ERR_INVALID_URL";
    error.input = url;
    if (base !== undefined) error.base = base;
    throw error;
  }

  class URL {
    #parts;
    #params = null;
    static {
      setQuery = (url, search) => {
        url.#parts = host.change(url.#parts[HREF], "search", search);
      };
    }
    constructor(url, base = undefined) {
      need(arguments, "url");
      this.#parts = parse(url, base);
    }
    static canParse(url, base = undefined) {
      need(arguments, "url");
      return host.parse(`${url}`, base === undefined ? base : `${base}`) !== undefined;
    }
    static parse(url, base = undefined) {
      need(arguments, "url");
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }
    #set(property, value) {
      const parts = host.change(this.#parts[HREF], property, `${value}`);
      if (!parts) parse(value, undefined);
      this.#parts = parts;
      if (this.#params && (property === "search" || property === "href")) reload(this.#params, parts[SEARCH]);
    }
    get href() { return this.#parts[HREF]; }
    set href(value) { this.#set("href", value); }
    get origin() { return this.#parts[ORIGIN]; }
    get protocol() { return this.#parts[PROTOCOL]; }
    set protocol(value) { this.#set("protocol", value); }
    get username() { return this.#parts[USERNAME]; }
    set username(value) { this.#set("username", value); }
    get password() { return this.#parts[PASSWORD]; }
    set password(value) { this.#set("password", value); }
    get host() { return this.#parts[HOST]; }
    set host(value) { this.#set("host", value); }
    get hostname() { return this.#parts[HOSTNAME]; }
    set hostname(value) { this.#set("hostname", value); }
    get port() { return this.#parts[PORT]; }
    set port(value) { this.#set("port", value); }
    get pathname() { return this.#parts[PATHNAME]; }
    set pathname(value) { this.#set("pathname", value); }
    get search() { return this.#parts[SEARCH]; }
    set search(value) { this.#set("search", value); }
    get hash() { return this.#parts[HASH]; }
    set hash(value) { this.#set("hash", value); }
    get searchParams() {
      if (!this.#params) {
        this.#params = new URLSearchParams(this.search);
        attach(this.#params, this);
      }
      return this.#params;
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
    [custom]() {
      const { href, origin, protocol, username, password, host: hostPort, hostname, port, pathname, search, searchParams, hash } = this;
      return host.shown(Object.getPrototypeOf(this), { href, origin, protocol, username, password, host: hostPort, hostname, port, pathname, search, searchParams, hash });
    }
  }
  for (const [Class, name] of [[URL, "URL"], [URLSearchParams, "URLSearchParams"]]) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
  }
  return { URL, URLSearchParams };
})
