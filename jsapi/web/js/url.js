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
  let listOf; // (params): their names and values in turn
  let reload; // (params, search): is called when the query of their URL has changed
  let setQuery; // (url, search): is called when the params of a URL have changed

  const text = (value) => host.wellFormed(`${value}`);

  function pairsOf(init) {
    const list = [];
    if (init === undefined || init === null) return list;
    if (typeof init !== "object" && typeof init !== "function") {
      const query = `${init}`;
      return host.parseQuery(query.startsWith("?") ? query.slice(1) : query);
    }
    const method = init[Symbol.iterator];
    if (method === undefined || method === null) {
      for (const key of Reflect.ownKeys(init)) {
        const own = Reflect.getOwnPropertyDescriptor(init, key);
        if (own && own.enumerable) list.push(text(key), text(init[key]));
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
      list.push(text(items[0]), text(items[1]));
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
      listOf = (params) => params.#list;
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
      this.#list.push(text(name), text(value));
      this.#changed();
    }
    /** Returns the index of the first pair with a name, at from or after it, or -1. */
    #find(name, from = 0) {
      let i = this.#list.indexOf(name, from);
      while (i % 2 === 1) i = this.#list.indexOf(name, i + 1); // it is a value
      return i;
    }
    /** Removes the pairs from an index on that have a name, and a value if it is given. */
    #remove(name, value, from) {
      const list = this.#list;
      const next = this.#find(name, from + 2);
      if (next === -1 && (value === undefined || list[from + 1] === value)) {
        list.splice(from, 2);
        return;
      }
      const kept = list.slice(0, from);
      for (let i = from; i < list.length; i += 2) {
        if (list[i] !== name || (value !== undefined && list[i + 1] !== value)) kept.push(list[i], list[i + 1]);
      }
      this.#list = kept;
    }
    delete(name, value = undefined) {
      need(arguments, "name");
      name = text(name);
      if (value !== undefined) value = text(value);
      const first = this.#find(name);
      if (first !== -1) this.#remove(name, value, first);
      this.#changed();
    }
    get(name) {
      need(arguments, "name");
      const i = this.#find(text(name));
      return i === -1 ? null : this.#list[i + 1];
    }
    getAll(name) {
      need(arguments, "name");
      name = text(name);
      const values = [];
      for (let i = this.#find(name); i !== -1; i = this.#find(name, i + 2)) values.push(this.#list[i + 1]);
      return values;
    }
    has(name, value = undefined) {
      need(arguments, "name");
      name = text(name);
      if (value !== undefined) value = text(value);
      let i = this.#find(name);
      while (i !== -1 && value !== undefined && this.#list[i + 1] !== value) i = this.#find(name, i + 2);
      return i !== -1;
    }
    set(name, value) {
      need(arguments, "name", "value");
      name = text(name);
      value = text(value);
      const first = this.#find(name);
      if (first === -1) this.#list.push(name, value);
      else {
        this.#list[first + 1] = value;
        const second = this.#find(name, first + 2);
        if (second !== -1) this.#remove(name, undefined, second);
      }
      this.#changed();
    }
    sort() {
      const pairs = [];
      for (let i = 0; i < this.#list.length; i += 2) pairs.push([this.#list[i], this.#list[i + 1]]);
      pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
      this.#list = [].concat(...pairs);
      this.#changed();
    }
    entries() { return new Iterator(token, this, (list, i) => [list[i], list[i + 1]]); }
    forEach(callback, thisArg = undefined) {
      if (typeof callback !== "function") {
        throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "callback" argument must be of type function. Received ${host.received(callback)}`);
      }
      for (let i = 0; i < this.#list.length; i += 2) callback.call(thisArg, this.#list[i + 1], this.#list[i], this);
    }
    keys() { return new Iterator(token, this, (list, i) => list[i]); }
    values() { return new Iterator(token, this, (list, i) => list[i + 1]); }
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

  const token = {}; // the constructor of iterators requires it, and only this file has it

  class Iterator {
    #params;
    #item; // (list, i): the item of the pair at i
    #next = 0;
    constructor(key, params, item) {
      if (key !== token) throw host.error("TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
      this.#params = params;
      this.#item = item;
    }
    next() {
      if (!(#params in this)) throw host.error("TypeError", "ERR_INVALID_THIS", 'Value of "this" must be of type URLSearchParamsIterator');
      const list = listOf(this.#params);
      if (this.#next >= list.length) return { value: undefined, done: true };
      const value = this.#item(list, this.#next);
      this.#next += 2;
      return { value, done: false };
    }
    [custom](depth, options, inspect) {
      const list = listOf(this.#params);
      const items = [];
      for (let i = this.#next; i < list.length; i += 2) items.push(inspect(this.#item(list, i), options));
      const width = items.reduce((sum, item) => sum + item.length + 2, 0);
      return width <= ((options && options.breakLength) || 80) ? `URLSearchParams Iterator { ${items.join(", ")} }` : `URLSearchParams Iterator {\n  ${items.join(",\n  ")} }`;
    }
  }
  delete Iterator.prototype.constructor;
  Object.setPrototypeOf(Iterator.prototype, Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));
  Object.defineProperty(Iterator.prototype, Symbol.toStringTag, { value: "URLSearchParams Iterator", configurable: true });
  Object.defineProperty(Iterator.prototype, "next", { enumerable: true });

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

  const blobs = new Map(); // by the URLs that createObjectURL made

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
    static parse(url, base = undefined) {
      need(arguments, "url");
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }
    static canParse(url, base = undefined) {
      need(arguments, "url");
      return host.parse(`${url}`, base === undefined ? base : `${base}`) !== undefined;
    }
    static createObjectURL(obj) {
      if (!(obj instanceof host.require("blob").Blob)) {
        throw host.error("TypeError", "ERR_INVALID_ARG_TYPE", `The "obj" argument must be an instance of Blob. Received ${host.received(obj)}`);
      }
      const url = `blob:nodedata:${host.uuid()}`;
      blobs.set(url, obj);
      return url;
    }
    static revokeObjectURL(url) {
      need(arguments, "url");
      blobs.delete(`${url}`);
    }
    // resolveObjectURL of node:buffer calls it.
    static [Symbol.for("hitlrun.blob")](url) { return blobs.get(`${url}`); }
    #set(property, value) {
      const parts = host.change(this.#parts[HREF], property, `${value}`);
      if (!parts) parse(value, undefined);
      this.#parts = parts;
      if (this.#params && (property === "search" || property === "href")) reload(this.#params, parts[SEARCH]);
    }
    toString() { return this.href; }
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
    get searchParams() {
      if (!this.#params) {
        this.#params = new URLSearchParams(this.search);
        attach(this.#params, this);
      }
      return this.#params;
    }
    get hash() { return this.#parts[HASH]; }
    set hash(value) { this.#set("hash", value); }
    toJSON() {
      return this.href;
    }
    [custom](depth) {
      if (depth < 0) return host.shown(Object.getPrototypeOf(this), {});
      const { href, origin, protocol, username, password, host: hostPort, hostname, port, pathname, search, searchParams, hash } = this;
      return host.shown(Object.getPrototypeOf(this), { href, origin, protocol, username, password, host: hostPort, hostname, port, pathname, search, searchParams, hash });
    }
  }
  for (const [Class, name] of [[URL, "URL"], [URLSearchParams, "URLSearchParams"]]) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
    for (const key of Object.getOwnPropertyNames(Class.prototype)) {
      if (key !== "constructor") Object.defineProperty(Class.prototype, key, { enumerable: true });
    }
  }
  for (const key of ["parse", "canParse", "createObjectURL", "revokeObjectURL"]) Object.defineProperty(URL, key, { enumerable: true });
  return { URL, URLSearchParams };
})
