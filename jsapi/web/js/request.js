// This file has Request.
(function (host) {
  const { finish } = host.require("shown");
  const { fault, isObject } = host.require("streams_shared");
  const { Headers, flat, fromFlat } = host.require("headers");
  const bodies = host.require("body");
  const { parsed } = host.require("response");
  const token = {}; // only this file has it; it calls new Request(token, state)
  const illegal = () => fault("TypeError", "ERR_INVALID_THIS", "Illegal invocation");
  const tokenName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  const usual = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];
  const choices = {
    referrerPolicy: ["", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin", "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url"],
    mode: ["same-origin", "cors", "no-cors", "navigate", "websocket"],
    credentials: ["omit", "same-origin", "include"],
    cache: ["default", "no-store", "reload", "no-cache", "force-cache", "only-if-cached"],
    redirect: ["follow", "manual", "error"],
    duplex: ["half"],
  };
  let stateOf; // (request): checks it, and returns its state

  function methodOf(value) {
    const method = `${value}`;
    if (!tokenName.test(method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
    const upper = method.toUpperCase();
    if (upper === "CONNECT" || upper === "TRACE" || upper === "TRACK") throw new TypeError(`'${method}' HTTP method is unsupported.`);
    return usual.includes(upper) ? upper : method;
  }

  function referrerOf(text) {
    if (text === "") return ""; // nothing is sent
    try {
      const { href } = new (host.require("url").URL)(text);
      return href;
    } catch (cause) {
      throw new TypeError(`Referrer "${text}" is not a valid URL.`, { cause });
    }
  }

  function initial(input) {
    if (input instanceof Request) {
      const from = stateOf(input);
      return Object.assign({}, from, { headers: fromFlat(flat(from.headers)), body: null, from, signalObject: undefined });
    }
    const url = parsed(`${input}`);
    if (url.username || url.password) throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${input}`);
    return {
      method: "GET", url: url.href, headers: new Headers(), body: null, signal: undefined, signalObject: undefined, from: undefined,
      referrer: "about:client", referrerPolicy: "", mode: "cors", credentials: "same-origin", cache: "default", redirect: "follow",
      integrity: "", keepalive: false, duplex: "half",
    };
  }

  function build(input, init) {
    if (init !== undefined && init !== null && !isObject(init)) {
      throw new TypeError(`Request constructor: Expected ${host.inspect(init)} to be one of: Null, Undefined, Object.`);
    }
    const options = init || {};
    const s = initial(input);
    if (options.window !== undefined && options.window !== null) throw new TypeError("'window' option 'client' must be null");
    if (Object.keys(options).length > 0) {
      s.referrer = "about:client";
      s.referrerPolicy = "";
    }
    if (options.referrer !== undefined) s.referrer = referrerOf(`${options.referrer}`);
    for (const key of Object.keys(choices)) {
      if (options[key] === undefined) continue;
      const value = `${options[key]}`;
      if (!choices[key].includes(value)) {
        throw new TypeError(`Request constructor: ${value} is not an accepted type. Expected one of ${choices[key].join(", ")}.`);
      }
      if (key === "mode" && value === "navigate") throw new TypeError("Request constructor: invalid request mode navigate.");
      s[key] = value;
    }
    if (s.cache === "only-if-cached" && s.mode !== "same-origin") throw new TypeError("'only-if-cached' can be set only with 'same-origin' mode");
    if (options.integrity !== undefined) s.integrity = `${options.integrity}`;
    if (options.keepalive !== undefined) s.keepalive = Boolean(options.keepalive);
    if (options.method !== undefined) s.method = methodOf(options.method);
    if (s.mode === "no-cors" && !["GET", "HEAD", "POST"].includes(s.method)) throw new TypeError(`'${s.method} is unsupported in no-cors mode.`);
    if (options.signal !== undefined) {
      const { signal } = options;
      if (signal !== null && !(isObject(signal) && "aborted" in signal && typeof signal.addEventListener === "function")) {
        throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal.");
      }
      s.signal = signal === null ? undefined : signal;
    }
    if (options.headers !== undefined) s.headers = new Headers(options.headers);
    fill(s, options);
    delete s.from;
    return s;
  }

  // Sets the body: that of the options, or that of the request that is copied.
  function fill(s, options) {
    const inherited = s.from ? s.from.body : null;
    const given = options.body !== undefined && options.body !== null;
    if ((given || inherited !== null) && (s.method === "GET" || s.method === "HEAD")) {
      throw new TypeError("Request with GET/HEAD method cannot have body.");
    }
    if (given) {
      const { body, type } = bodies.extract(options.body);
      if (body.streamed && options.duplex === undefined) throw new TypeError("RequestInit: duplex option is required when sending a body.");
      if (body.streamed && s.keepalive) throw new TypeError("keepalive");
      if (body.streamed && s.mode === "no-cors") throw new TypeError('If request is made from ReadableStream, mode should be "same-origin" or "cors"');
      s.body = body;
      if (type && !s.headers.has("content-type")) s.headers.append("content-type", type);
    } else if (inherited !== null) {
      if (bodies.disturbed(inherited) || bodies.locked(inherited)) {
        throw new TypeError("Cannot construct a Request with a Request object that has already been used.");
      }
      s.body = Object.assign({}, inherited);
      inherited.used = true; // the body belongs to the new request now
      inherited.stream = undefined;
    }
  }

  class Request {
    #s;
    static {
      stateOf = (request) => {
        if (!isObject(request) || !(#s in request)) throw illegal();
        return request.#s;
      };
    }
    constructor(input, init = undefined) {
      if (input === token) {
        this.#s = init;
        return;
      }
      if (arguments.length === 0) throw new TypeError("Request constructor: 1 argument required, but 0 found.");
      this.#s = build(input, init);
    }
    get method() { return stateOf(this).method; }
    get url() { return stateOf(this).url; }
    get headers() { return stateOf(this).headers; }
    get destination() { return ""; }
    get referrer() { return stateOf(this).referrer; }
    get referrerPolicy() { return stateOf(this).referrerPolicy; }
    get mode() { return stateOf(this).mode; }
    get credentials() { return stateOf(this).credentials; }
    get cache() { return stateOf(this).cache; }
    get redirect() { return stateOf(this).redirect; }
    get integrity() { return stateOf(this).integrity; }
    get keepalive() { return stateOf(this).keepalive; }
    get isReloadNavigation() { return false; }
    get isHistoryNavigation() { return false; }
    get signal() {
      const s = stateOf(this);
      if (s.signalObject === undefined) s.signalObject = host.require("abort").AbortSignal.any(s.signal ? [s.signal] : []);
      return s.signalObject;
    }
    get duplex() { return "half"; }
    clone() {
      const s = stateOf(this);
      if (s.body !== null && (bodies.disturbed(s.body) || bodies.locked(s.body))) throw new TypeError("unusable");
      return new Request(token, Object.assign({}, s, { headers: fromFlat(flat(s.headers)), body: bodies.clone(s.body), signalObject: undefined }));
    }
  }
  const getters = ["method", "url", "headers", "destination", "referrer", "referrerPolicy", "mode", "credentials", "cache", "redirect",
    "integrity", "keepalive", "isReloadNavigation", "isHistoryNavigation", "signal"];
  for (const key of [...getters, "duplex", "clone"]) Object.defineProperty(Request.prototype, key, { enumerable: true });
  bodies.mixin(Request, (request) => stateOf(request).body, (request) => stateOf(request).headers.get("content-type"));
  finish(Request, "Request", (request) => {
    const shown = {};
    for (const key of getters) shown[key] = request[key];
    return shown;
  }, true);
  return { Request, stateOf };
})
