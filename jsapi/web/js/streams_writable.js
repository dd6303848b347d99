// This file has WritableStream with its controller and its writer, step by step as in the Streams standard.
(function (host) {
  const {
    Queue, SizedQueue, addEnd, deferred, description, handled, illegal, invalidState, isObject, method, promised, rejected,
    rejectOrReplace, resolved, strategyOf, transferred, wrongThis, wrongType, wrongValue,
  } = host.require("streams_shared");
  const { finish } = host.require("shown");
  const token = {}; // the constructor of controllers requires it, and only this file has it
  const closeMark = {}; // an entry of the queue; nothing comes after it
  let stateOf; // (stream)
  let writerOf; // (writer)

  // Returns the state of a stream. The state of its controller is in the same object. inFlight is the write that was
  // taken from requests and has not ended. A close is in closeRequest first, and then in inFlightClose.
  function newState(limit, sizeOf) {
    return {
      state: "writable", error: undefined, writer: undefined, controller: undefined, backpressure: false,
      requests: new Queue(), inFlight: undefined, closeRequest: undefined, inFlightClose: undefined, pendingAbort: undefined,
      queue: new SizedQueue(), limit, sizeOf, started: false, abortController: undefined, aborted: false, reason: undefined,
      write: undefined, close: undefined, abort: undefined, over: undefined,
    };
  }

  const closing = (w) => w.closeRequest !== undefined || w.inFlightClose !== undefined;
  const room = (w) => w.limit - w.queue.total;
  const forget = (w) => { w.write = w.close = w.abort = w.sizeOf = undefined; };

  function begin(w, start) {
    w.backpressure = room(w) <= 0;
    const started = start === undefined ? undefined : start();
    new Promise((resolve) => resolve(started)).then(() => {
      w.started = true;
      advance(w);
    }, (error) => {
      w.started = true;
      failNow(w, error);
    });
  }

  function setBackpressure(w, backpressure) {
    if (w.writer !== undefined && backpressure !== w.backpressure) {
      if (backpressure) w.writer.ready = deferred();
      else w.writer.ready.resolve();
    }
    w.backpressure = backpressure;
  }

  // Stores the first error. Later errors change nothing.
  function failNow(w, error) {
    if (w.state === "writable") startErroring(w, error);
    else finishErroring(w);
  }

  function startErroring(w, reason) {
    w.state = "erroring";
    w.error = reason;
    if (w.writer !== undefined) w.writer.ready = rejectOrReplace(w.writer.ready, reason);
    if (w.inFlight === undefined && w.inFlightClose === undefined && w.started) finishErroring(w);
  }

  function finishErroring(w) {
    if (w.state !== "erroring" || w.inFlight !== undefined || w.inFlightClose !== undefined) return;
    w.state = "errored";
    w.queue.clear();
    for (const request of w.requests.takeAll()) request.reject(w.error);
    const abort = w.pendingAbort;
    if (abort === undefined) return rejectClose(w);
    w.pendingAbort = undefined;
    if (abort.wasErroring) {
      abort.promise.reject(w.error);
      return rejectClose(w);
    }
    const run = w.abort;
    forget(w);
    (run === undefined ? Promise.resolve() : run(abort.reason)).then(() => {
      abort.promise.resolve();
      rejectClose(w);
    }, (error) => {
      abort.promise.reject(error);
      rejectClose(w);
    });
  }

  function rejectClose(w) {
    if (w.closeRequest !== undefined) {
      w.closeRequest.reject(w.error);
      w.closeRequest = undefined;
    }
    if (w.over !== undefined) w.over.reject(w.error);
    if (w.writer !== undefined) {
      w.writer.closed.reject(w.error);
      handled(w.writer.closed.promise);
    }
  }

  function advance(w) {
    if (!w.started || w.inFlight !== undefined) return;
    if (w.state === "closed" || w.state === "errored") return;
    if (w.state === "erroring") return finishErroring(w);
    if (w.queue.length === 0) return;
    if (w.queue.peek().value === closeMark) runClose(w);
    else runWrite(w, w.queue.peek().value);
  }

  function runWrite(w, chunk) {
    w.inFlight = w.requests.shift();
    (w.write === undefined ? Promise.resolve() : w.write(chunk)).then(() => {
      w.inFlight.resolve();
      w.inFlight = undefined;
      w.queue.take();
      if (!closing(w) && w.state === "writable") setBackpressure(w, room(w) <= 0);
      advance(w);
    }, (error) => {
      if (w.state === "writable") forget(w);
      w.inFlight.reject(error);
      w.inFlight = undefined;
      failNow(w, error);
    });
  }

  function runClose(w) {
    w.inFlightClose = w.closeRequest;
    w.closeRequest = undefined;
    w.queue.take();
    const run = w.close;
    forget(w);
    (run === undefined ? Promise.resolve() : run()).then(() => {
      w.inFlightClose.resolve();
      w.inFlightClose = undefined;
      if (w.state === "erroring") {
        w.error = undefined;
        if (w.pendingAbort !== undefined) {
          w.pendingAbort.promise.resolve();
          w.pendingAbort = undefined;
        }
      }
      w.state = "closed";
      if (w.over !== undefined) w.over.resolve();
      if (w.writer !== undefined) w.writer.closed.resolve();
    }, (error) => {
      w.inFlightClose.reject(error);
      w.inFlightClose = undefined;
      if (w.pendingAbort !== undefined) {
        w.pendingAbort.promise.reject(error);
        w.pendingAbort = undefined;
      }
      failNow(w, error);
    });
  }

  function abort(w, reason) {
    if (w.state === "closed" || w.state === "errored") return Promise.resolve();
    w.aborted = true;
    w.reason = reason;
    if (w.abortController !== undefined) w.abortController.abort(reason);
    if (w.state === "closed" || w.state === "errored") return Promise.resolve();
    if (w.pendingAbort !== undefined) return w.pendingAbort.promise.promise;
    const wasErroring = w.state === "erroring";
    w.pendingAbort = { promise: deferred(), reason: wasErroring ? undefined : reason, wasErroring };
    const { promise } = w.pendingAbort.promise;
    if (!wasErroring) startErroring(w, reason);
    return promise;
  }

  function close(w) {
    if (w.state === "closed" || w.state === "errored") return Promise.reject(invalidState("WritableStream is closed"));
    w.closeRequest = deferred();
    const { promise } = w.closeRequest;
    if (w.writer !== undefined && w.backpressure && w.state === "writable") w.writer.ready.resolve();
    w.queue.add(closeMark, 0);
    advance(w);
    return promise;
  }

  function write(w, chunk) {
    let size = 1;
    if (w.sizeOf !== undefined) {
      try {
        size = (0, w.sizeOf)(chunk);
      } catch (error) {
        if (w.state === "writable") fail(w, error);
      }
    }
    if (w.state === "errored") return Promise.reject(w.error);
    if (closing(w) || w.state === "closed") return Promise.reject(invalidState("Stream is closing"));
    if (w.state === "erroring") return Promise.reject(w.error);
    const request = deferred();
    w.requests.push(request);
    try {
      w.queue.add(chunk, size);
    } catch (error) {
      if (w.state === "writable") fail(w, error);
      return request.promise;
    }
    if (!closing(w) && w.state === "writable") setBackpressure(w, room(w) <= 0);
    advance(w);
    return request.promise;
  }

  function fail(w, error) {
    forget(w);
    startErroring(w, error);
  }

  /** Locks a stream, as a writer does, and returns the writer's state. */
  function acquire(w) {
    const writer = { stream: w, ready: undefined, closed: undefined };
    w.writer = writer;
    if (w.state === "writable") {
      writer.ready = !closing(w) && w.backpressure ? deferred() : resolved();
      writer.closed = deferred();
    } else if (w.state === "erroring") {
      writer.ready = rejected(w.error);
      writer.closed = deferred();
    } else if (w.state === "closed") {
      writer.ready = resolved();
      writer.closed = resolved();
    } else {
      writer.ready = rejected(w.error);
      writer.closed = rejected(w.error);
    }
    return writer;
  }

  function release(writer) {
    const w = writer.stream;
    const error = invalidState("Writer has been released");
    writer.ready = rejectOrReplace(writer.ready, error);
    writer.closed = rejectOrReplace(writer.closed, error);
    w.writer = writer.stream = undefined;
  }

  function closeWithErrors(w) {
    if (closing(w) || w.state === "closed") return Promise.resolve();
    return w.state === "errored" ? Promise.reject(w.error) : close(w);
  }

  class WritableStreamDefaultController {
    #w;
    #stream;
    constructor(key, w, stream) {
      if (key !== token) throw illegal();
      this.#w = w;
      this.#stream = stream;
    }
    get signal() {
      const w = this.#w;
      if (w.abortController === undefined) {
        w.abortController = new (host.require("abort").AbortController)();
        if (w.aborted) w.abortController.abort(w.reason);
      }
      return w.abortController.signal;
    }
    error(reason = undefined) {
      if (this.#w.state === "writable") fail(this.#w, reason);
    }
    static shows(controller) { return { stream: controller.#stream }; }
  }
  const { shows: controllerShows } = WritableStreamDefaultController;
  delete WritableStreamDefaultController.shows;

  /** Makes a stream of the platform. write, close and abort return promises. */
  function make({ write: written, close: closed, abort: aborted, start = undefined, limit = 1, size = undefined }) {
    const w = newState(limit, size);
    Object.assign(w, { write: written, close: closed, abort: aborted });
    const stream = new WritableStream(token, w);
    begin(w, start);
    return { stream, w };
  }

  class WritableStream {
    #w;
    static {
      transferred(WritableStream, (stream) => #w in stream, (stream) => host.require("streams_transfer").ofWritable(stream.#w));
      stateOf = (stream) => stream.#w;
    }
    constructor(sink = undefined, strategy = undefined) {
      if (sink === token) {
        this.#w = strategy;
        return;
      }
      const to = description("sink", sink);
      if (to.type !== undefined) throw wrongValue("RangeError", "type", to.type);
      const [start, written, closed, aborted] = ["start", "write", "close", "abort"].map((key) => method("sink", to, key));
      const { limit, size } = strategyOf(strategy, 1);
      const w = newState(limit, size);
      this.#w = w;
      w.controller = new WritableStreamDefaultController(token, w, this);
      if (written) w.write = (chunk) => promised(written, to, chunk, w.controller);
      if (closed) w.close = () => promised(closed, to);
      if (aborted) w.abort = (reason) => promised(aborted, to, reason);
      begin(w, start && (() => start.call(to, w.controller)));
    }
    get locked() { return check(this).writer !== undefined; }
    abort(reason = undefined) {
      if (!isStream(this)) return Promise.reject(wrongThis("WritableStream"));
      return this.locked ? Promise.reject(invalidState("WritableStream is locked")) : abort(this.#w, reason);
    }
    close() {
      if (!isStream(this)) return Promise.reject(wrongThis("WritableStream"));
      if (this.locked) return Promise.reject(invalidState("WritableStream is locked"));
      return closing(this.#w) ? Promise.reject(invalidState("Failure closing WritableStream")) : close(this.#w);
    }
    getWriter() {
      check(this);
      return new WritableStreamDefaultWriter(this);
    }
  }
  const isStream = (value) => isObject(value) && value instanceof WritableStream;
  function check(value) {
    if (!isStream(value)) throw wrongThis("WritableStream");
    return stateOf(value);
  }

  const unbound = () => invalidState("Writer is not bound to a WritableStream");

  class WritableStreamDefaultWriter {
    #writer;
    static {
      writerOf = (writer) => writer.#writer;
    }
    constructor(stream) {
      if (!isStream(stream)) throw wrongType("stream", "an instance of WritableStream", stream);
      if (stream.locked) throw invalidState("WritableStream is locked");
      this.#writer = acquire(stateOf(stream));
      this.#writer.owner = stream;
    }
    get closed() { return this.#writer.closed.promise; }
    get ready() { return this.#writer.ready.promise; }
    get desiredSize() {
      const w = this.#writer.stream;
      if (w === undefined) throw unbound();
      if (w.state === "errored" || w.state === "erroring") return null;
      return w.state === "closed" ? 0 : room(w);
    }
    abort(reason = undefined) {
      return this.#writer.stream === undefined ? Promise.reject(unbound()) : abort(this.#writer.stream, reason);
    }
    close() {
      const w = this.#writer.stream;
      if (w === undefined) return Promise.reject(unbound());
      return closing(w) ? Promise.reject(invalidState("Failure to close WritableStream")) : close(w);
    }
    releaseLock() {
      if (this.#writer.stream !== undefined) release(this.#writer);
    }
    write(chunk = undefined) {
      return this.#writer.stream === undefined ? Promise.reject(unbound()) : write(this.#writer.stream, chunk);
    }
  }

  addEnd(WritableStream, check);
  finish(WritableStream, "WritableStream", (stream) => ({ locked: stream.locked, state: stateOf(stream).state }));
  finish(WritableStreamDefaultWriter, "WritableStreamDefaultWriter", (object) => {
    const { stream, owner, closed, ready } = writerOf(object);
    return { stream: stream && owner, close: closed.promise, ready: ready.promise, desiredSize: object.desiredSize };
  });
  finish(WritableStreamDefaultController, "WritableStreamDefaultController", controllerShows);
  return {
    WritableStream, WritableStreamDefaultWriter, WritableStreamDefaultController,
    abort, acquire, closeWithErrors, closing, fail, isStream, make, release, stateOf, write,
  };
})
