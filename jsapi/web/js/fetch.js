// This file has fetch. Go sends the request. The response is read when a script reads it.
(function (host) {
  const { flat, fromFlat } = host.require("headers");
  const bodies = host.require("body");
  const { Request, stateOf } = host.require("request");
  const { nullBody, received } = host.require("response");
  const { wrongType } = host.require("streams_shared");
  const failed = (text) => new TypeError("fetch failed", { cause: new Error(text) });

  /** Returns the bytes of a part of a streamed body, and refuses what Node cannot send. */
  function partOf(value) {
    if (typeof value === "string") return host.encode(value);
    if (ArrayBuffer.isView(value)) return value;
    if (value instanceof ArrayBuffer) throw wrongType("chunk", "of type string or an instance of Buffer, TypedArray, or DataView", value);
    throw wrongType("string", "of type string or an instance of Buffer or ArrayBuffer", value);
  }

  /** Sends the parts of a streamed body. A part is sent when the one before it was passed on. */
  async function upload(stream, signal, exchange, fail) {
    try {
      const reader = stream.getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const part = partOf(value);
        const error = await new Promise((resolve) => exchange.write(part, resolve));
        if (error) { // the server has closed the connection, or the request has ended: the response reports that
          reader.cancel(signal && signal.aborted ? signal.reason : error).catch(() => {});
          return;
        }
      }
      exchange.end();
    } catch (error) {
      fail(error);
    }
  }

  const links = new Set();
  let most = 64; // links, before those of released responses are searched

  /** Ends the links to responses that were released. The number of links stays in proportion to the others. */
  function sweep() {
    if (links.size < most) return;
    for (const link of links) if (link.released()) link.end();
    most = Math.max(64, 2 * links.size);
  }

  /**
   * A link from the signal of a request to its exchange. It does not keep the body of the response, so one that nobody can
   * read any more is released however long the signal lives.
   */
  class Link {
    #signal;
    #listener;
    #remote = undefined; // returns the body of the response, or undefined if it was released
    reject = undefined; // that of the promise of fetch, until there is a response. No closure may keep it: it keeps the promise
    constructor(signal, cancel) {
      sweep();
      this.#signal = signal;
      this.#listener = () => {
        const remote = this.#remote && this.#remote();
        this.end();
        cancel();
        if (remote) remote.abort(signal.reason);
        else if (this.reject) this.reject(signal.reason);
      };
      signal.addEventListener("abort", this.#listener);
      links.add(this);
    }
    received(remote) {
      this.reject = undefined;
      this.#remote = host.weak(remote);
    }
    released() { return this.#remote !== undefined && this.#remote() === undefined; }
    end() {
      links.delete(this);
      this.#signal.removeEventListener("abort", this.#listener);
    }
  }

  /** A response body that was not received yet. */
  class Remote {
    #exchange;
    #over;
    stream = undefined; // the state of its ReadableStream, if there is one
    aborted = undefined; // { reason }
    constructor(exchange, over) {
      this.#exchange = exchange;
      this.#over = over;
    }
    #ask(method) {
      return new Promise((resolve, reject) => {
        if (this.aborted) return reject(this.aborted.reason);
        this.reject = reject;
        this.#exchange[method]((error, bytes) => {
          if (error || !bytes || method === "readAll") this.#over();
          if (this.aborted) reject(this.aborted.reason);
          else if (error) reject(error);
          else resolve(bytes);
        });
      });
    }
    read() { return this.#ask("read"); }
    readAll() { return this.#ask("readAll"); }
    cancel() {
      this.#over();
      this.#exchange.abort();
    }
    abort(reason) {
      this.aborted = { reason };
      if (this.reject) this.reject(reason);
      if (this.stream) host.require("streams").fail(this.stream, reason);
    }
  }

  /** Adds the position of the call of fetch to an error that came later. */
  function placed(error, call) {
    const frames = call.stack.split("\n").filter((line) => /^\s+at /.test(line) && !line.includes("node:internal/"));
    const value = `${[`${error.name}: ${error.message}`, ...frames].join("\n")}\n`;
    Object.defineProperty(error, "stack", { value, writable: true, configurable: true });
    return error;
  }

  function overHTTP(s, call) {
    const { signal, body } = s;
    return new Promise((resolve, reject) => {
      let link;
      const over = () => { if (link) link.end(); };
      const sent = body === null ? undefined : body.stream ? true : body.bytes;
      if (body) body.used = body.stream === undefined;
      const exchange = host.send({ method: s.method, url: s.url, redirect: s.redirect, referrer: s.referrer, referrerPolicy: s.referrerPolicy, headers: flat(s.headers), body: sent }, (error, head) => {
        if (error) {
          over();
          return reject(placed(error, call));
        }
        const headers = fromFlat(head.headers);
        const fields = { status: head.status, statusText: head.statusText, url: head.url, redirected: head.redirected, headers, body: null };
        if (s.method === "HEAD" || nullBody.includes(head.status)) {
          over();
          exchange.abort();
        } else {
          const remote = new Remote(exchange, over);
          if (link) link.received(remote);
          fields.body = bodies.newBody({ remote });
        }
        return resolve(received(fields));
      });
      if (signal) {
        link = new Link(signal, exchange.abort);
        link.reject = reject;
      }
      if (sent === true) {
        upload(body.stream, signal, exchange, (error) => {
          over();
          exchange.abort();
          reject(error instanceof Error ? placed(new TypeError("fetch failed", { cause: error }), call) : failed(`${error}`));
        });
      }
    });
  }

  function fromData(url) {
    const made = host.data(url);
    if (!made) throw failed("failed to fetch the data URL");
    const headers = fromFlat(["content-type", made.type]);
    return received({ status: 200, statusText: "OK", url: url.split("#", 1)[0], redirected: false, headers, body: bodies.newBody({ bytes: made.bytes }) });
  }

  async function fetch(input, init = undefined) {
    const call = new Error();
    const s = stateOf(new Request(input, init));
    if (s.body && s.body.stream && host.stores()) s.body = bodies.newBody({ bytes: await bodies.consume(s.body) });
    if (s.signal && s.signal.aborted) throw s.signal.reason;
    const scheme = s.url.slice(0, s.url.indexOf(":"));
    switch (scheme) {
      case "http":
      case "https":
        return overHTTP(s, call);
      case "data":
        return fromData(s.url);
      case "about":
        throw failed("about scheme is not supported");
      case "file":
        throw failed("not implemented... yet...");
      default:
        throw failed("unknown scheme");
    }
  }
  Object.defineProperty(fetch, "length", { value: 1, configurable: true });
  return { fetch };
})
