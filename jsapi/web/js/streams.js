// This file has ReadableStream with its controllers and its reader, step by step as in the Streams standard. So promises
// settle in the same order as in Node. Readers that read into a buffer of the script are in streams_bytes.js.
(function (host) {
  const {
    Queue, SizedQueue, addEnd, deferred, description, fault, handled, illegal, invalidState, isObject, method, nothing, promised, rejected,
    rejectOrReplace, resolved, strategyOf, transferred, wrongThis, wrongType, wrongValue,
  } = host.require("streams_shared");
  const { finish } = host.require("shown");
  const token = {}; // the constructors of controllers require it, and only this file has it
  let stateOf; // (stream)
  let attach; // (stream, state): sets the state of the stream
  let readerOf; // (reader)

  // Returns the state of a stream. The state of its controller is in the same object.
  function newState(queueLimit, sizeOf, bytes) {
    return {
      state: "readable", error: undefined, reader: undefined, disturbed: false, controller: undefined, over: undefined,
      queue: new SizedQueue(), limit: queueLimit, sizeOf, bytes,
      started: false, closing: false, pulling: false, again: false,
      pull: undefined, cancel: undefined, into: undefined, // into: see streams_bytes.js
    };
  }

  const open = (s) => s.state === "readable" && !s.closing;
  const room = (s) => (s.state === "errored" ? null : s.state === "closed" ? 0 : s.limit - s.queue.total);
  const ofBytes = () => host.require("streams_bytes");
  const forget = (s) => { s.pull = s.cancel = s.sizeOf = undefined; };

  function begin(s, start, controller) {
    const started = start === undefined ? undefined : start(controller);
    new Promise((resolve) => resolve(started)).then(() => {
      s.started = true;
      pullIfNeeded(s);
    }, (error) => fail(s, error));
  }

  function pullIfNeeded(s) {
    if (!open(s) || !s.started || s.pull === undefined) return;
    if (!(s.reader !== undefined && s.reader.requests.length > 0) && !(s.limit - s.queue.total > 0)) return;
    if (s.pulling) {
      s.again = true;
      return;
    }
    s.pulling = true;
    s.pull().then(() => {
      s.pulling = false;
      if (s.again) {
        s.again = false;
        pullIfNeeded(s);
      }
    }, (error) => fail(s, error));
  }

  function enqueue(s, chunk) {
    if (s.into !== undefined) {
      ofBytes().enqueue(s, chunk);
      return;
    }
    if (s.reader !== undefined && s.reader.requests.length > 0) {
      s.reader.requests.shift().chunk(chunk);
    } else {
      try {
        const size = s.bytes ? chunk.byteLength : (0, s.sizeOf)(chunk);
        s.queue.add(chunk, size);
      } catch (error) {
        fail(s, error);
        throw error;
      }
    }
    pullIfNeeded(s);
  }

  function finishQueue(s) {
    if (s.into !== undefined && s.queue.length === 0) ofBytes().checkWhole(s);
    s.closing = true;
    if (s.queue.length > 0) return;
    forget(s);
    close(s);
  }

  /** Goes on after bytes were taken from the queue. */
  function finishDrained(s) {
    if (s.queue.length > 0 || !s.closing) return pullIfNeeded(s);
    forget(s);
    return close(s);
  }

  function close(s) {
    s.state = "closed";
    if (s.over !== undefined) s.over.resolve();
    const { reader } = s;
    if (reader === undefined) return;
    reader.closed.resolve();
    if (!reader.intoBuffers) for (const request of reader.requests.takeAll()) request.close();
  }

  function fail(s, error) {
    if (s.state !== "readable") return;
    s.queue.clear();
    if (s.into !== undefined) ofBytes().clear(s);
    forget(s);
    s.state = "errored";
    s.error = error;
    if (s.over !== undefined) s.over.reject(error);
    const { reader } = s;
    if (reader === undefined) return;
    reader.closed.reject(error);
    handled(reader.closed.promise);
    for (const request of reader.requests.takeAll()) request.error(error);
  }

  function cancel(s, reason) {
    s.disturbed = true;
    if (s.state === "closed") return Promise.resolve();
    if (s.state === "errored") return Promise.reject(s.error);
    const { reader } = s;
    close(s);
    if (reader !== undefined && reader.intoBuffers) for (const request of reader.requests.takeAll()) request.close();
    if (s.into !== undefined) ofBytes().clear(s);
    s.queue.clear();
    const result = s.cancel === undefined ? Promise.resolve() : s.cancel(reason);
    forget(s);
    return result.then(nothing);
  }

  /** Requests a chunk. One method of request is called: chunk(value), close() or error(reason). */
  function read(s, request) {
    s.disturbed = true;
    if (s.state === "closed") return request.close();
    if (s.state === "errored") return request.error(s.error);
    if (s.queue.length === 0) {
      if (s.into !== undefined) ofBytes().allocate(s);
      s.reader.requests.push(request);
      return pullIfNeeded(s);
    }
    const chunk = s.queue.take();
    if (s.closing && s.queue.length === 0) {
      forget(s);
      close(s);
    } else {
      pullIfNeeded(s);
    }
    return request.chunk(chunk);
  }

  /** Locks a stream, as a reader does, and returns the reader's state. */
  function acquire(s) {
    const reader = { requests: new Queue(), stream: s, closed: undefined };
    if (s.state === "readable") reader.closed = deferred();
    else reader.closed = s.state === "closed" ? resolved() : rejected(s.error);
    s.reader = reader;
    return reader;
  }

  function release(reader) {
    const s = reader.stream;
    if (s.into !== undefined) ofBytes().releaseFirst(s);
    const error = invalidState("Reader released");
    reader.closed = rejectOrReplace(reader.closed, error);
    s.reader = reader.stream = undefined;
    if (reader.requests.length === 0) return;
    const released = invalidState("Releasing reader");
    for (const request of reader.requests.takeAll()) request.error(released);
  }

  class ReadableStreamDefaultController {
    #s;
    constructor(key, s) {
      if (key !== token) throw illegal();
      this.#s = s;
    }
    get desiredSize() { return room(this.#s); }
    close() {
      if (!open(this.#s)) throw invalidState("Controller is already closed");
      finishQueue(this.#s);
    }
    enqueue(chunk = undefined) {
      if (!open(this.#s)) throw invalidState("Controller is already closed");
      enqueue(this.#s, chunk);
    }
    error(reason = undefined) { fail(this.#s, reason); }
  }

  class ReadableByteStreamController {
    #s;
    constructor(key, s) {
      if (key !== token) throw illegal();
      this.#s = s;
    }
    get byobRequest() { return this.#s.into === undefined ? null : ofBytes().requestOf(this.#s, this); }
    get desiredSize() { return room(this.#s); }
    close() {
      if (!open(this.#s)) throw invalidState(this.#s.closing ? "Controller is already closed" : "ReadableStream is already closed");
      finishQueue(this.#s);
    }
    enqueue(chunk) {
      if (!ArrayBuffer.isView(chunk)) throw wrongType("buffer", "an instance of Buffer, TypedArray, or DataView", chunk);
      if (chunk.byteLength === 0) throw invalidState("chunk ArrayBuffer is zero-length or detached");
      if (this.#s.closing) throw invalidState("Controller is already closed");
      if (this.#s.state !== "readable") throw invalidState("ReadableStream is already closed");
      enqueue(this.#s, new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    }
    error(reason = undefined) { fail(this.#s, reason); }
  }

  class ReadableStreamDefaultReader {
    #reader;
    static {
      readerOf = (reader) => reader.#reader;
    }
    constructor(stream) {
      if (!(stream instanceof ReadableStream)) throw wrongType("stream", "an instance of ReadableStream", stream);
      const s = stateOf(stream);
      if (s.reader !== undefined) throw invalidState("ReadableStream is locked");
      this.#reader = acquire(s);
      this.#reader.owner = stream;
    }
    get closed() { return this.#reader.closed.promise; }
    read() {
      const s = this.#reader.stream;
      if (s === undefined) return Promise.reject(invalidState("The reader is not attached to a stream"));
      return new Promise((resolve, reject) => {
        read(s, {
          chunk(value) { resolve({ value, done: false }); },
          close() { resolve({ value: undefined, done: true }); },
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

  /** Makes a stream of the platform. pull and cancel return promises. */
  function make({ pull, cancel: cancelled, limit = 0, bytes = false, start = undefined }) {
    const s = newState(limit, () => 1, bytes);
    s.pull = pull;
    s.cancel = cancelled;
    const stream = new ReadableStream(token, s);
    begin(s, start);
    return { stream, s };
  }

  class ReadableStream {
    #s;
    static {
      transferred(ReadableStream, (stream) => #s in stream, (stream) => host.require("streams_transfer").ofReadable(stream.#s));
      stateOf = (stream) => stream.#s;
      attach = (stream, s) => { stream.#s = s; };
    }
    // The chunks of a run are a ReadableStream, too; see lib/langgraph/stream.ts.
    static [Symbol.hasInstance](v) {
      return Function.prototype[Symbol.hasInstance].call(this, v) ||
        this === ReadableStream && v !== null && typeof v === "object" && v[Symbol.for("hitlrun.readable")] === true;
    }
    constructor(source = undefined, strategy = undefined) {
      if (source === token) {
        attach(this, strategy);
        return;
      }
      const from = description("source", source);
      const pull = method("source", from, "pull");
      const cancelled = method("source", from, "cancel");
      const start = method("source", from, "start");
      let s;
      if (from.type !== undefined && `${from.type}` !== "bytes") throw wrongValue("TypeError", "source.type", from.type);
      if (from.type !== undefined) {
        if (strategy && strategy.size !== undefined) throw wrongValue("RangeError", "strategy.size", strategy.size);
        s = newState(strategyOf(strategy, 0).limit, undefined, true);
        const size = from.autoAllocateChunkSize;
        if (size !== undefined) {
          if (!(Number.isInteger(size) && size > 0)) throw wrongValue("TypeError", "source.autoAllocateChunkSize", size);
          ofBytes().begin(s, size);
        }
      } else {
        const { limit, size } = strategyOf(strategy, 1);
        s = newState(limit, size, false);
      }
      attach(this, s);
      const Controller = s.bytes ? ReadableByteStreamController : ReadableStreamDefaultController;
      s.controller = new Controller(token, s);
      if (pull) s.pull = () => promised(pull, from, s.controller);
      if (cancelled) s.cancel = (reason) => promised(cancelled, from, reason);
      begin(s, start && ((controller) => start.call(from, controller)), s.controller);
    }
    get locked() { return check(this).reader !== undefined; }
    cancel(reason = undefined) {
      if (!isStream(this)) return Promise.reject(wrongThis("ReadableStream"));
      if (this.#s.reader !== undefined) return Promise.reject(invalidState("ReadableStream is locked"));
      return cancel(this.#s, reason);
    }
    getReader(options = undefined) {
      check(this);
      const mode = description("options", options === null ? undefined : options).mode;
      if (mode === undefined) return new ReadableStreamDefaultReader(this);
      if (`${mode}` !== "byob") throw wrongValue("TypeError", "options.mode", mode);
      return new (ofBytes().ReadableStreamBYOBReader)(this);
    }
    pipeThrough(transform, options = undefined) {
      check(this);
      return host.require("streams_pipe").pipeThrough(this, transform, options);
    }
    pipeTo(destination, options = undefined) {
      if (!isStream(this)) return Promise.reject(wrongThis("ReadableStream"));
      return host.require("streams_pipe").pipeTo(this, destination, options);
    }
    tee() {
      if (check(this).reader !== undefined) throw invalidState("ReadableStream is locked");
      return host.require("streams_pipe").tee(this.#s);
    }
    values(options = undefined) {
      check(this);
      const { preventCancel = false } = description("options", options === null ? undefined : options);
      return iterate(this, Boolean(preventCancel));
    }
    static from(iterable) {
      return fromIterable(iterable);
    }
  }
  Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, { value: ReadableStream.prototype.values, writable: true, configurable: true });

  const isStream = (value) => isObject(value) && value instanceof ReadableStream;
  function check(value) {
    if (!isStream(value)) throw wrongThis("ReadableStream");
    return stateOf(value);
  }

  function iterate(stream, preventCancel) {
    const reader = readerOf(new ReadableStreamDefaultReader(stream));
    let current; // the read that is active; in Node the stream starts before the first read
    let begun = false;
    let finished = false;
    const next = () => {
      if (finished) return Promise.resolve({ done: true, value: undefined });
      if (reader.stream === undefined) return Promise.reject(invalidState("The reader is not bound to a ReadableStream"));
      return new Promise((resolve, reject) => {
        const end = () => {
          current = undefined;
          finished = true;
          release(reader);
        };
        read(reader.stream, {
          chunk(value) {
            current = undefined;
            resolve({ value, done: false });
          },
          close() {
            end();
            resolve({ value: undefined, done: true });
          },
          error(reason) {
            end();
            reject(reason);
          },
        });
      });
    };
    const stop = (value) => {
      if (finished) return Promise.resolve({ done: true, value });
      finished = true;
      if (reader.stream === undefined) return Promise.reject(invalidState("The reader is not bound to a ReadableStream"));
      const done = preventCancel ? Promise.resolve() : cancel(reader.stream, value);
      release(reader);
      return done.then(() => ({ done: true, value }));
    };
    const after = (f) => {
      if (!begun && f === next) current = Promise.resolve();
      begun = true;
      current = current === undefined ? f() : current.then(f, f);
      return current;
    };
    return {
      next() { return after(next); },
      return(value) { return after(() => stop(value)); },
      [Symbol.asyncIterator]() { return this; },
    };
  }

  function fromIterable(iterable) {
    const method = (key) => (iterable === undefined || iterable === null ? undefined : iterable[key]);
    const inTurn = method(Symbol.asyncIterator) || method(Symbol.iterator);
    if (typeof inTurn !== "function") throw fault("TypeError", "ERR_ARG_NOT_ITERABLE", `${host.inspect(iterable)} must be iterable`);
    const iterator = inTurn.call(iterable);
    const check = (result, call) => {
      if (!isObject(result)) throw invalidState(`The promise returned by the iterator.${call}() method must fulfill with an object`);
      return result;
    };
    // The values of a synchronous iterator become promises.
    const next = method(Symbol.asyncIterator)
      ? () => iterator.next()
      : async () => {
        const { done, value } = iterator.next();
        return { done, value: await (await value) };
      };
    const { stream, s } = make({
      async pull() {
        const item = check(await next(), "next");
        if (item.done) return finishQueue(s);
        return open(s) && enqueue(s, item.value);
      },
      async cancel(reason) {
        if (iterator.return !== undefined && iterator.return !== null) check(await iterator.return(reason), "return");
      },
    });
    return stream;
  }

  class CountQueuingStrategy {
    #limit;
    constructor(init) { this.#limit = limitOf(init); }
    get highWaterMark() { return this.#limit; }
    get size() { return countOf; }
  }
  class ByteLengthQueuingStrategy {
    #limit;
    constructor(init) { this.#limit = limitOf(init); }
    get highWaterMark() { return this.#limit; }
    get size() { return bytesOf; }
  }
  const [countOf, bytesOf] = [{ size() { return 1; } }.size, { size(chunk) { return chunk.byteLength; } }.size];
  function limitOf(init) {
    if (!isObject(init)) throw wrongType("init", "of type object", init);
    if (init.highWaterMark === undefined) throw fault("TypeError", "ERR_MISSING_OPTION", "init.highWaterMark is required");
    return Number(init.highWaterMark);
  }

  const limitShown = ({ highWaterMark }) => ({ highWaterMark });
  addEnd(ReadableStream, check);
  // What node:stream asks a stream without a lock, in the properties that Node has for that.
  for (const [key, is] of Object.entries({
    disturbed: (s) => s.disturbed, errored: (s) => s.state === "errored", readable: (s) => s.state === "readable",
  })) {
    Object.defineProperty(ReadableStream.prototype, Symbol.for(`nodejs.stream.${key}`), { get() { return is(check(this)); }, configurable: true });
  }
  finish(ReadableStream, "ReadableStream", (stream) => ({ locked: stream.locked, state: stateOf(stream).state, supportsBYOB: stateOf(stream).bytes }));
  finish(ReadableStreamDefaultReader, "ReadableStreamDefaultReader", (object) => {
    const reader = readerOf(object);
    return { stream: reader.stream && reader.owner, readRequests: reader.requests.length, close: reader.closed.promise };
  });
  finish(ReadableStreamDefaultController, "ReadableStreamDefaultController", () => ({}));
  finish(ReadableByteStreamController, "ReadableByteStreamController", () => ({}));
  finish(CountQueuingStrategy, "CountQueuingStrategy", limitShown);
  finish(ByteLengthQueuingStrategy, "ByteLengthQueuingStrategy", limitShown);
  return {
    ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController, ReadableByteStreamController,
    CountQueuingStrategy, ByteLengthQueuingStrategy,
    acquire, cancel, close, enqueue, fail, finishDrained, finishQueue, isStream, make, open, pullIfNeeded, read, release, room, stateOf,
  };
})
