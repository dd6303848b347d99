// This file has Response.
(function (host) {
  const { finish } = host.require("shown");
  const { fault, isObject } = host.require("streams_shared");
  const { Headers, byteString, flat, fromFlat, seal } = host.require("headers");
  const bodies = host.require("body");
  const token = {}; // only this file has it; it calls new Response(token, state)
  const nullBody = [101, 204, 205, 304];
  const redirects = [301, 302, 303, 307, 308];
  const illegal = () => fault("TypeError", "ERR_INVALID_THIS", "Illegal invocation");
  let stateOf; // (response): checks it, and returns its state

  function parsed(url) {
    try {
      return new (host.require("url").URL)(url);
    } catch (cause) {
      throw new TypeError(`Failed to parse URL from ${url}`, { cause });
    }
  }

  const fresh = (fields) => Object.assign({ status: 200, statusText: "", headers: undefined, body: null, type: "default", url: "", redirected: false }, fields);

  function initialised(init, body, type) {
    if (init !== undefined && init !== null && !isObject(init)) {
      throw new TypeError(`Response constructor: Expected ${host.inspect(init)} to be one of: Null, Undefined, Object.`);
    }
    const { status = 200, statusText = "", headers } = init || {};
    const code = Number(status) & 0xffff;
    const text = byteString(statusText);
    if (code < 200 || code > 599) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
    if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) throw new TypeError("Invalid statusText");
    const s = fresh({ status: code, statusText: text, headers: new Headers(headers === null ? undefined : headers), body });
    if (body !== null) {
      if (nullBody.includes(code)) throw new TypeError(`Response constructor: Invalid response status code ${code}`);
      if (type && !s.headers.has("content-type")) s.headers.append("content-type", type);
    }
    return s;
  }

  class Response {
    #s;
    static {
      stateOf = (response) => {
        if (!isObject(response) || !(#s in response)) throw illegal();
        return response.#s;
      };
    }
    constructor(body = null, init = undefined) {
      if (body === token) {
        this.#s = init;
        return;
      }
      const { body: made, type } = body === null ? { body: null, type: null } : bodies.extract(body);
      this.#s = initialised(init, made, type);
    }
    static error() { return new Response(token, fresh({ status: 0, type: "error", headers: seal(new Headers()) })); }
    static json(data, init = undefined) {
      if (arguments.length === 0) throw new TypeError("Response.json: 1 argument required, but 0 found.");
      const text = JSON.stringify(data);
      if (text === undefined) throw new TypeError("Value is not JSON serializable");
      return new Response(token, initialised(init, bodies.extract(text).body, "application/json"));
    }
    static redirect(url, status = 302) {
      if (arguments.length === 0) throw new TypeError("Response.redirect: 1 argument required, but 0 found.");
      const { href } = parsed(`${url}`);
      if (!redirects.includes(Number(status))) throw new RangeError(`Invalid status code ${status}`);
      const headers = new Headers({ location: href });
      return new Response(token, fresh({ status: Number(status), headers: seal(headers) }));
    }
    get type() { return stateOf(this).type; }
    get url() { return stateOf(this).url; }
    get redirected() { return stateOf(this).redirected; }
    get status() { return stateOf(this).status; }
    get ok() { return stateOf(this).status >= 200 && stateOf(this).status <= 299; }
    get statusText() { return stateOf(this).statusText; }
    get headers() { return stateOf(this).headers; }
    clone() {
      const s = stateOf(this);
      if (s.body !== null && (bodies.disturbed(s.body) || bodies.locked(s.body))) {
        throw new TypeError("Response.clone: Body has already been consumed.");
      }
      const headers = fromFlat(flat(s.headers));
      if (s.type === "basic") seal(headers);
      return new Response(token, Object.assign({}, s, { headers, body: bodies.clone(s.body) }));
    }
  }
  for (const key of ["type", "url", "redirected", "status", "ok", "statusText", "headers", "clone"]) {
    Object.defineProperty(Response.prototype, key, { enumerable: true });
  }
  bodies.mixin(Response, (response) => stateOf(response).body, (response) => stateOf(response).headers.get("content-type"));
  finish(Response, "Response", (response) => {
    const { status, statusText, headers, body, bodyUsed, ok, redirected, type, url } = response;
    return { status, statusText, headers, body, bodyUsed, ok, redirected, type, url };
  }, true);

  /** Returns a response that was received. Its headers cannot be changed. */
  const received = (fields) => new Response(token, fresh(Object.assign({}, fields, { type: "basic", headers: seal(fields.headers) })));
  return { Response, nullBody, parsed, received };
})
