// This file has what ReadableStreams of bytes have beyond other streams: readers that read into a buffer of the script, and requests
// for a source to write into that buffer, step by step as in the Streams standard.
(function (host) {
  const { Queue, fault, illegal, invalidState, wrongType, wrongValue } = host.require("streams_shared");
  const { finish } = host.require("shown");
  const streams = host.require("streams");
  const { acquire, cancel, close, fail, finishDrained, isStream, open, pullIfNeeded, release, stateOf } = streams;
  const token = {}; // the constructor of requests requires it, and only this file has it
  let readerOf; // (reader)
  let invalidate; // (request)

  /** Returns the state that a stream has once somebody reads into a buffer. auto is the size of the buffers for other readers. */
  function begin(s, auto = undefined) {
    if (s.into === undefined) s.into = { pulls: new Queue(), request: null, auto };
    return s.into;
  }
  /** Makes what is to be filled. reader is "default", "byob", or "none" after its reader was released. */
  const pullInto = (buffer, at, length, Class, elementSize, reader) => ({ buffer, at, length, filled: 0, Class, elementSize, reader });

  function forgetRequest({ into }) {
    if (into.request === null) return;
    invalidate(into.request);
    into.request = null;
  }
  function requestOf(s, controller) {
    const { into } = s;
    if (into.request === null && into.pulls.length > 0) {
      const first = into.pulls.peek();
      into.request = new ReadableStreamBYOBRequest(token, controller, s, new Uint8Array(first.buffer, first.at + first.filled, first.length - first.filled));
    }
    return into.request;
  }
  function clear(s) {
    forgetRequest(s);
    s.into.pulls.takeAll();
  }
  /** Returns the view of what was filled. */
  const filledOf = (pull) => new pull.Class(host.transfer(pull.buffer), pull.at, pull.filled / pull.elementSize);
  /** Gives what was filled to the reader that waits for it. */
  function commit(s, pull) {
    const request = s.reader.requests.shift();
    const view = filledOf(pull);
    if (s.state === "closed") request.close(pull.reader === "byob" ? view : undefined);
    else request.chunk(view);
  }
  /** Copies from the queue. Reports whether there is at least one whole element. */
  function fill(s, pull) {
    const { queue } = s;
    let left = Math.min(queue.total, pull.length - pull.filled);
    const [before, after] = [pull.filled, pull.filled + left].map((n) => n - (n % pull.elementSize));
    const ready = after > before;
    if (ready) left = after - pull.filled;
    while (left > 0) {
      const { value } = queue.peek();
      const part = value.subarray(0, left);
      new Uint8Array(pull.buffer).set(part, pull.at + pull.filled);
      queue.takeBytes(part.length);
      pull.filled += part.length;
      left -= part.length;
    }
    return ready;
  }
  function fillAll(s) {
    const { pulls } = s.into;
    while (pulls.length > 0 && s.queue.total > 0) {
      if (!fill(s, pulls.peek())) return;
      commit(s, pulls.shift());
    }
  }
  const add = (s, bytes) => s.queue.add(bytes, bytes.byteLength);
  /** Moves what was filled for a reader that was released to the queue. */
  function returnFirst(s) {
    const pull = s.into.pulls.shift();
    if (pull.filled > 0) add(s, new Uint8Array(pull.buffer.slice(pull.at, pull.at + pull.filled)));
  }

  function enqueue(s, chunk) {
    const { pulls } = s.into;
    if (pulls.length > 0) {
      const first = pulls.peek();
      forgetRequest(s);
      first.buffer = host.transfer(first.buffer);
      if (first.reader === "none") returnFirst(s);
    }
    const { reader } = s;
    if (reader !== undefined && reader.intoBuffers) {
      add(s, chunk);
      fillAll(s);
    } else if (reader !== undefined && reader.requests.length > 0) {
      if (s.queue.length > 0) {
        add(s, chunk);
        while (reader.requests.length > 0 && s.queue.length > 0) reader.requests.shift().chunk(s.queue.take());
      } else {
        if (pulls.length > 0) pulls.shift();
        reader.requests.shift().chunk(chunk);
      }
    } else {
      add(s, chunk);
    }
    pullIfNeeded(s);
  }

  /** A source that closes the stream must have filled whole elements. */
  function checkWhole(s) {
    const first = s.into.pulls.peek();
    if (first === undefined || first.filled % first.elementSize === 0) return;
    const error = invalidState("Partial read");
    fail(s, error);
    throw error;
  }

  /** Makes a buffer for a reader that brings none, if the source wants that. */
  function allocate(s) {
    const { auto, pulls } = s.into;
    if (auto !== undefined) pulls.push(pullInto(new ArrayBuffer(auto), 0, auto, Uint8Array, 1, "default"));
  }

  function readInto(s, view, request) {
    s.disturbed = true;
    if (s.state === "errored") return request.error(s.error);
    const [Class, size] = view instanceof DataView ? [DataView, 1] : [classOf(view), view.BYTES_PER_ELEMENT];
    const { byteOffset, byteLength } = view;
    let buffer;
    try {
      buffer = host.transfer(view.buffer);
    } catch (error) {
      return request.error(error);
    }
    const pull = pullInto(buffer, byteOffset, byteLength, Class, size, "byob");
    const { pulls } = s.into;
    if (pulls.length === 0) {
      if (s.state === "closed") return request.close(new Class(buffer, byteOffset, 0));
      if (s.queue.total > 0) {
        if (fill(s, pull)) {
          const filled = filledOf(pull);
          finishDrained(s);
          return request.chunk(filled);
        }
        if (s.closing) {
          const error = invalidState("ReadableStream closed");
          fail(s, error);
          return request.error(error);
        }
      }
    }
    pulls.push(pull);
    s.reader.requests.push(request);
    if (pulls.length === 1) pullIfNeeded(s);
  }
  const classes = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array];
  const tag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
  function classOf(view) {
    const { Buffer } = host.require("buffer");
    if (view instanceof Buffer) return Buffer;
    return classes.find(({ name }) => name === tag.call(view));
  }

  function respond(s, n) {
    const { pulls } = s.into;
    forgetRequest(s);
    if (s.state === "closed") {
      if (pulls.peek().reader === "none") pulls.shift();
      while (s.reader !== undefined && s.reader.intoBuffers && s.reader.requests.length > 0) commit(s, pulls.shift());
    } else {
      const first = pulls.peek();
      first.filled += n;
      if (first.reader === "none") {
        returnFirst(s);
        fillAll(s);
      } else if (first.filled >= first.elementSize) {
        pulls.shift();
        const rest = first.filled % first.elementSize;
        const end = first.at + first.filled;
        if (rest > 0) add(s, new Uint8Array(first.buffer.slice(end - rest, end)));
        first.filled -= rest;
        commit(s, first);
        fillAll(s);
      }
    }
    pullIfNeeded(s);
  }
  function respondWith(s, n) {
    const first = s.into.pulls.peek();
    if (s.state === "closed") {
      if (n !== 0) throw wrongValue("TypeError", "bytesWritten", n);
    } else {
      if (n === 0) throw wrongValue("TypeError", "bytesWritten", n);
      if (first.filled + n > first.length) throw wrongValue("RangeError", "bytesWritten", n);
    }
    first.buffer = host.transfer(first.buffer);
    respond(s, n);
  }
  function respondWithView(s, view) {
    const first = s.into.pulls.peek();
    const { byteLength, byteOffset, buffer } = view;
    if (s.state === "closed") {
      if (byteLength !== 0) throw invalidState("View is not zero-length");
    } else if (byteLength === 0) {
      throw invalidState("View is zero-length");
    }
    if (first.at + first.filled !== byteOffset) throw wrongValue("RangeError", "view", view);
    if (first.filled + byteLength > first.length) throw wrongValue("RangeError", "view", view);
    if (buffer.byteLength !== first.buffer.byteLength) throw wrongValue("RangeError", "view", view);
    first.buffer = host.transfer(buffer);
    respond(s, byteLength);
  }

  class ReadableStreamBYOBRequest {
    #r;
    static {
      invalidate = (request) => { request.#r = { view: null }; };
    }
    constructor(key, controller, s, view) {
      if (key !== token) throw illegal();
      this.#r = { controller, s, view };
    }
    static shown(request) { return { view: request.#r.view, controller: request.#r.controller }; }
    get view() { return this.#r.view; }
    respond(bytesWritten) {
      const { s, view } = this.#r;
      if (s === undefined) throw invalidState("This BYOB request has been invalidated");
      if (view.byteLength === 0 || view.buffer.byteLength === 0) throw invalidState("View ArrayBuffer is zero-length or detached");
      respondWith(s, bytesWritten);
    }
    respondWithNewView(view) {
      const { s } = this.#r;
      if (s === undefined) throw invalidState("This BYOB request has been invalidated");
      if (!ArrayBuffer.isView(view)) throw wrongType("view", "an instance of Buffer, TypedArray, or DataView", view);
      respondWithView(s, view);
    }
  }
  const requestShown = ReadableStreamBYOBRequest.shown;
  delete ReadableStreamBYOBRequest.shown;

  class ReadableStreamBYOBReader {
    #reader;
    static {
      readerOf = (reader) => reader.#reader;
    }
    constructor(stream) {
      if (!isStream(stream)) throw wrongType("stream", "an instance of ReadableStream", stream);
      const s = stateOf(stream);
      if (s.reader !== undefined) throw invalidState("ReadableStream is locked");
      if (!s.bytes) throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The argument 'stream' must be a byte stream. Received ${host.inspect(stream)}`);
      begin(s);
      this.#reader = acquire(s);
      this.#reader.owner = stream;
      this.#reader.intoBuffers = true;
    }
    get closed() { return this.#reader.closed.promise; }
    read(view) {
      if (!ArrayBuffer.isView(view)) return Promise.reject(wrongType("view", "an instance of Buffer, TypedArray, or DataView", view));
      if (view.byteLength === 0 || view.buffer.byteLength === 0) return Promise.reject(invalidState("View or Viewed ArrayBuffer is zero-length or detached"));
      const s = this.#reader.stream;
      if (s === undefined) return Promise.reject(invalidState("The reader is not attached to a stream"));
      return new Promise((resolve, reject) => {
        readInto(s, view, {
          chunk(value) { resolve({ value, done: false }); },
          close(value) { resolve({ value, done: true }); },
          error: reject,
        });
      });
    }
    cancel(reason = undefined) {
      const s = this.#reader.stream;
      return s === undefined ? Promise.reject(invalidState("The reader is not attached to a stream")) : cancel(s, reason);
    }
    releaseLock() {
      if (this.#reader.stream !== undefined) release(this.#reader);
    }
  }

  /** Keeps the first buffer for the source, whose reader is released. */
  function releaseFirst(s) {
    const { pulls } = s.into;
    if (pulls.length === 0) return;
    const first = pulls.peek();
    first.reader = "none";
    pulls.takeAll();
    pulls.push(first);
  }

  finish(ReadableStreamBYOBRequest, "ReadableStreamBYOBRequest", requestShown);
  finish(ReadableStreamBYOBReader, "ReadableStreamBYOBReader", (object) => {
    const reader = readerOf(object);
    return { stream: reader.stream && reader.owner, readIntoRequests: reader.requests.length, close: reader.closed.promise };
  });
  return { ReadableStreamBYOBReader, ReadableStreamBYOBRequest, allocate, begin, checkWhole, clear, enqueue, releaseFirst, requestOf };
})
