// This file has the bodies of Request and Response: where their bytes come from, and the methods that read them.
(function (host) {
  const { handled, isObject } = host.require("streams_shared");
  const blobs = host.require("blob");
  const parse = JSON.parse;
  const unusable = () => new TypeError("Body is unusable: Body has already been read");

  // A body has its bytes, or a remote one whose readAll() and read() return promises, until a script reads its stream.
  // reading is the promise of readAll().
  const newBody = (fields) => Object.assign({ bytes: undefined, remote: undefined, stream: undefined, used: false, reading: undefined }, fields);

  const undisturbed = () => new TypeError("Response body object should not be disturbed or locked");

  /** Returns a stream as a stream of this package: the chunks of a run have one, see lib/langgraph/stream.ts. */
  function webStream(stream) {
    if (stream[Symbol.for("hitlrun.readable")] !== true) return stream;
    if (stream.locked) throw undisturbed();
    return stream._stream;
  }

  /** Returns the body for a value, and its type. */
  function extract(value) {
    const { isStream } = host.require("streams");
    if (typeof value === "string") return { body: newBody({ bytes: host.encode(value) }), type: "text/plain;charset=UTF-8" };
    if (isObject(value)) {
      if (isStream(value)) {
        const body = newBody({ stream: webStream(value), streamed: true });
        if (disturbed(body) || locked(body)) throw undisturbed();
        return { body, type: null };
      }
      if (value instanceof blobs.Blob) return { body: newBody({ bytes: blobs.bytesOf(value) }), type: value.type || null };
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return { body: newBody({ bytes: host.concat([value]) }), type: null };
      const { FormData, encode } = host.require("formdata");
      if (value instanceof FormData) {
        const { bytes, type } = encode(value);
        return { body: newBody({ bytes }), type };
      }
      if (value instanceof host.require("url").URLSearchParams) {
        return { body: newBody({ bytes: host.encode(value.toString()) }), type: "application/x-www-form-urlencoded;charset=UTF-8" };
      }
      if (typeof value[Symbol.asyncIterator] === "function") {
        return { body: newBody({ stream: ofIterable(value), streamed: true }), type: null };
      }
    }
    return extract(`${value}`);
  }

  /** Returns a byte stream of what an iterable yields: what Buffer.from accepts. */
  function ofIterable(iterable) {
    const { enqueue, finishQueue, make } = host.require("streams");
    const { Buffer } = host.require("buffer");
    let iterator;
    const { stream, s } = make({
      async start() { iterator = iterable[Symbol.asyncIterator](); },
      async pull() {
        for (;;) {
          const { value, done } = await iterator.next();
          if (s.state !== "readable") return;
          if (done) {
            finishQueue(s);
            return;
          }
          const { buffer, byteOffset, length } = Buffer.from(value);
          if (length === 0) continue; // a chunk of a byte stream has bytes
          enqueue(s, new Uint8Array(buffer, byteOffset, length));
          return;
        }
      },
      async cancel(reason) {
        if (iterator && iterator.return !== undefined && iterator.return !== null) await iterator.return(reason);
      },
      bytes: true,
    });
    return stream;
  }

  /** Returns the stream of a body that was read without one: it is locked, and ends when the body was read. */
  function usedStream(body) {
    const { acquire, fail, finishQueue, make } = host.require("streams");
    const { stream, s } = make({ bytes: true });
    s.disturbed = true;
    acquire(s);
    Promise.resolve(body.reading).then(() => finishQueue(s), (error) => fail(s, error));
    return stream;
  }

  function streamOf(body) {
    if (body.stream) return body.stream;
    if (body.used) {
      body.stream = usedStream(body);
    } else if (body.remote) {
      const { enqueue, finishQueue, make } = host.require("streams");
      const { remote } = body;
      const { stream, s } = make({
        pull: () => remote.read().then((bytes) => {
          if (s.state !== "readable") return;
          if (bytes) enqueue(s, bytes);
          else finishQueue(s);
        }),
        cancel: async () => remote.cancel(),
        bytes: true,
      });
      remote.stream = s;
      body.stream = stream;
    } else {
      body.stream = blobs.streamOf(body.bytes);
    }
    return body.stream;
  }

  const disturbed = (body) => body.used || (body.stream !== undefined && host.require("streams").stateOf(body.stream).disturbed);
  const locked = (body) => body.stream !== undefined && body.stream.locked;

  /** Reads a stream to its end. It stays locked. */
  async function readStream(stream) {
    const { acquire, cancel, read, stateOf } = host.require("streams");
    const s = stateOf(stream);
    const end = {};
    const chunks = [];
    let length = 0;
    acquire(s);
    for (;;) {
      const chunk = await new Promise((resolve, reject) => {
        read(s, { chunk: resolve, close() { resolve(end); }, error: reject });
      });
      if (chunk === end) break;
      const bytes = chunk instanceof Uint8Array;
      if (bytes) length += chunk.byteLength;
      const error = bytes ? host.tooLong(length) : new TypeError("Received non-Uint8Array chunk");
      if (error) {
        handled(cancel(s, error));
        throw error;
      }
      chunks.push(chunk);
    }
    return host.concat(chunks);
  }

  /** Reads all bytes of a body, which is used then. They may be the body's own bytes, so a caller that passes them on copies them. */
  async function consume(body) {
    if (body === null) return new Uint8Array(0);
    if (disturbed(body) || locked(body)) throw unusable();
    if (body.stream) return readStream(body.stream);
    body.used = true;
    if (!body.remote) return body.bytes;
    body.reading = body.remote.readAll();
    return body.reading;
  }

  /** Returns another body with the same bytes. */
  function clone(body) {
    if (body === null) return null;
    if (!body.stream && !body.remote) return newBody({ bytes: body.bytes });
    const [one, two] = streamOf(body).tee();
    body.stream = one;
    body.bytes = body.remote = undefined;
    return newBody({ stream: two, streamed: body.streamed });
  }

  const own = (bytes, body) => (body && body.bytes === bytes ? bytes.slice() : bytes);

  /** Adds the methods that read a body to a class. bodyOf(object) checks the object and returns its body, and typeOf(object) returns its content type. */
  function mixin(Class, bodyOf, typeOf) {
    const methods = {
      async blob() { return blobs.make(await consume(bodyOf(this)), host.mime(typeOf(this) || "")); },
      async arrayBuffer() {
        const body = bodyOf(this);
        return own(await consume(body), body).buffer;
      },
      async text() { return host.text(await consume(bodyOf(this))); },
      async json() { return parse(host.text(await consume(bodyOf(this)))); },
      async formData() {
        const body = bodyOf(this);
        const bytes = await consume(body);
        return host.require("formdata").decode(bytes, typeOf(this));
      },
      async bytes() {
        const body = bodyOf(this);
        return own(await consume(body), body);
      },
    };
    for (const name of Object.keys(methods)) {
      const f = methods[name];
      const value = { [name]() { return f.call(this); } }[name];
      Object.defineProperty(Class.prototype, name, { value, writable: true, enumerable: true, configurable: true });
    }
    const getters = {
      body() {
        const body = bodyOf(this);
        return body === null ? null : streamOf(body);
      },
      bodyUsed() {
        const body = bodyOf(this);
        return body !== null && disturbed(body);
      },
    };
    for (const name of Object.keys(getters)) {
      Object.defineProperty(Class.prototype, name, { get: getters[name], enumerable: true, configurable: true });
    }
  }
  return { clone, consume, disturbed, extract, locked, mixin, newBody, streamOf };
})
