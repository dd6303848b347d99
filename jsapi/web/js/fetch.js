// This file has fetch. Go sends the request. The response is read when a script reads it.
(function (host) {
  const { flat, fromFlat } = host.require("headers");
  const bodies = host.require("body");
  const { Request, stateOf } = host.require("request");
  const { nullBody, received } = host.require("response");
  const failed = (text) => new TypeError("fetch failed", { cause: new Error(text) });

  /** Sends the parts of a streamed body. A part is sent when the one before it was passed on. */
  async function upload(stream, exchange, fail) {
    const reader = stream.getReader();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        if (!(value instanceof Uint8Array)) throw new TypeError("Received non-Uint8Array chunk");
        const error = await new Promise((resolve) => exchange.write(value, resolve));
        if (error) { // the server has closed the connection, or the request has ended: the response reports that
          reader.cancel(error).catch(() => {});
          return;
        }
      }
      exchange.end();
    } catch (error) {
      fail(error);
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
    const { signal } = s;
    return new Promise((resolve, reject) => {
      let remote;
      let exchange;
      const over = () => { if (signal) signal.removeEventListener("abort", abort); };
      const abort = () => {
        over();
        exchange.abort();
        if (s.body && s.body.stream && !s.body.stream.locked) s.body.stream.cancel(signal.reason).catch(() => {});
        if (remote) remote.abort(signal.reason);
        else reject(signal.reason);
      };
      const { body } = s;
      const sent = body === null ? undefined : body.stream ? true : body.bytes;
      if (body) body.used = body.stream === undefined;
      exchange = host.send({ method: s.method, url: s.url, redirect: s.redirect, headers: flat(s.headers), body: sent }, (error, head) => {
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
          remote = new Remote(exchange, over);
          fields.body = bodies.newBody({ remote });
        }
        return resolve(received(fields));
      });
      if (signal) signal.addEventListener("abort", abort);
      if (sent === true) {
        upload(body.stream, exchange, (error) => {
          over();
          exchange.abort();
          reject(error);
        });
      }
    });
  }

  function fromData(url) {
    const made = host.data(url);
    if (!made) throw failed("failed to fetch the data URL");
    const headers = fromFlat(["content-type", made.type]);
    return received({ status: 200, statusText: "OK", url, redirected: false, headers, body: bodies.newBody({ bytes: made.bytes }) });
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
