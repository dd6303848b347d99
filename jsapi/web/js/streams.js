// ReadableStream, WritableStream and TransformStream, as far as scripts and packages use them: default readers and
// writers, backpressure by count, tee, pipes, async iteration. Byte streams are ordinary ones.
(function () {
  const typeError = (text) => new TypeError(text);
  const method = (o, name) => {
    const f = o === undefined || o === null ? undefined : o[name];
    if (f !== undefined && typeof f !== "function") throw typeError(`${name} is not a function`);
    return f === undefined ? undefined : f.bind(o);
  };
  const highWaterMark = (strategy, usual) => {
    const n = strategy === undefined || strategy.highWaterMark === undefined ? usual : Number(strategy.highWaterMark);
    if (!(n >= 0)) throw new RangeError("Invalid highWaterMark");
    return n;
  };
  const deferred = () => {
    const d = {};
    d.promise = new Promise((resolve, reject) => {
      d.resolve = resolve;
      d.reject = reject;
    });
    d.promise.catch(() => {});
    return d;
  };

  class ReadableStreamDefaultController {
    constructor(stream) { this._stream = stream; }
    get desiredSize() {
      const s = this._stream;
      if (s._state === "errored") return null;
      return s._state === "closed" ? 0 : s._limit - s._queue.length;
    }
    enqueue(chunk) {
      const s = this._stream;
      if (s._state !== "readable" || s._closing) throw typeError("Invalid state: Controller is already closed");
      if (s._requests.length > 0) s._requests.shift().resolve({ value: chunk, done: false });
      else s._queue.push(chunk);
      s._pullIfNeeded();
    }
    close() {
      const s = this._stream;
      if (s._state !== "readable" || s._closing) throw typeError("Invalid state: Controller is already closed");
      s._closing = true;
      if (s._queue.length === 0) s._close();
    }
    error(reason) { this._stream._fail(reason); }
    get byobRequest() { return null; }
  }

  class ReadableStreamDefaultReader {
    constructor(stream) {
      if (!(stream instanceof ReadableStream)) throw typeError("The first argument must be a ReadableStream");
      if (stream._reader) throw typeError("Invalid state: ReadableStream is locked");
      this._stream = stream;
      stream._reader = this;
      this._closed = deferred();
      if (stream._state === "closed") this._closed.resolve();
      if (stream._state === "errored") this._closed.reject(stream._error);
    }
    get closed() { return this._closed.promise; }
    async read() {
      const s = this._stream;
      if (!s) throw typeError("Invalid state: The reader is not attached to a stream");
      return s._read();
    }
    async cancel(reason) {
      if (!this._stream) throw typeError("Invalid state: The reader is not attached to a stream");
      return this._stream._cancelNow(reason);
    }
    releaseLock() {
      const s = this._stream;
      if (!s) return;
      for (const r of s._requests.splice(0)) r.reject(typeError("Invalid state: Releasing reader"));
      s._reader = undefined;
      this._stream = undefined;
    }
  }

  class ReadableStream {
    constructor(source = {}, strategy = undefined) {
      this._state = "readable";
      this._queue = [];
      this._requests = [];
      this._closing = this._pulling = this._again = this._started = false;
      this._limit = highWaterMark(strategy, 1);
      this._pull = method(source, "pull");
      this._cancelSource = method(source, "cancel");
      this._controller = new ReadableStreamDefaultController(this);
      const start = method(source, "start");
      const started = start === undefined ? undefined : start(this._controller);
      Promise.resolve(started).then(() => {
        this._started = true;
        this._pullIfNeeded();
      }, (e) => this._fail(e));
    }
    static from(iterable) {
      const get = iterable[Symbol.asyncIterator] || iterable[Symbol.iterator];
      if (typeof get !== "function") throw typeError("The argument is not iterable");
      const iterator = get.call(iterable);
      return new ReadableStream({
        async pull(controller) {
          const { value, done } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        async cancel(reason) { if (iterator.return) await iterator.return(reason); },
      }, { highWaterMark: 0 });
    }
    get locked() { return this._reader !== undefined; }
    getReader() { return new ReadableStreamDefaultReader(this); }
    async cancel(reason) {
      if (this.locked) throw typeError("Invalid state: ReadableStream is locked");
      return this._cancelNow(reason);
    }
    async _cancelNow(reason) {
      if (this._state === "closed") return;
      if (this._state === "errored") throw this._error;
      this._queue = [];
      this._close();
      if (this._cancelSource) await this._cancelSource(reason);
    }
    _read() {
      if (this._queue.length > 0) {
        const value = this._queue.shift();
        if (this._closing && this._queue.length === 0) this._close();
        else this._pullIfNeeded();
        return { value, done: false };
      }
      if (this._state === "closed") return { value: undefined, done: true };
      if (this._state === "errored") throw this._error;
      const request = deferred();
      this._requests.push(request);
      this._pullIfNeeded();
      return request.promise;
    }
    _pullIfNeeded() {
      if (!this._started || !this._pull || this._state !== "readable" || this._closing) return;
      if (this._requests.length === 0 && this._queue.length >= this._limit) return;
      if (this._pulling) {
        this._again = true;
        return;
      }
      this._pulling = true;
      let pulled;
      try {
        pulled = Promise.resolve(this._pull(this._controller));
      } catch (e) {
        pulled = Promise.reject(e);
      }
      pulled.then(() => {
        this._pulling = false;
        if (this._again) {
          this._again = false;
          this._pullIfNeeded();
        }
      }, (e) => this._fail(e));
    }
    _close() {
      if (this._state !== "readable") return;
      this._state = "closed";
      for (const r of this._requests.splice(0)) r.resolve({ value: undefined, done: true });
      if (this._reader) this._reader._closed.resolve();
    }
    _fail(reason) {
      if (this._state !== "readable") return;
      this._state = "errored";
      this._error = reason;
      this._queue = [];
      for (const r of this._requests.splice(0)) r.reject(reason);
      if (this._reader) this._reader._closed.reject(reason);
    }
    tee() {
      const reader = this.getReader();
      const branches = [];
      const cancelled = [false, false];
      let reading;
      const pull = () => {
        if (!reading) {
          reading = reader.read().then(({ value, done }) => {
            reading = undefined;
            branches.forEach((c, i) => {
              if (cancelled[i]) return;
              if (done) c.close();
              else c.enqueue(value);
            });
          }, (e) => branches.forEach((c) => c.error(e)));
        }
        return reading;
      };
      return [0, 1].map((i) => new ReadableStream({
        start(controller) { branches[i] = controller; },
        pull,
        cancel(reason) {
          cancelled[i] = true;
          return cancelled[0] && cancelled[1] ? reader.cancel(reason) : undefined;
        },
      }));
    }
    async pipeTo(destination, { preventClose, preventAbort, preventCancel } = {}) {
      const reader = this.getReader();
      const writer = destination.getWriter();
      try {
        for (;;) {
          const { value, done } = await reader.read().catch(async (e) => {
            if (!preventAbort) await writer.abort(e);
            throw e;
          });
          if (done) break;
          await writer.ready;
          await writer.write(value).catch(async (e) => {
            if (!preventCancel) await reader.cancel(e);
            throw e;
          });
        }
        if (!preventClose) await writer.close();
      } finally {
        reader.releaseLock();
        writer.releaseLock();
      }
    }
    pipeThrough({ readable, writable }, options) {
      this.pipeTo(writable, options).catch(() => {});
      return readable;
    }
    values({ preventCancel } = {}) {
      const reader = this.getReader();
      const iterator = {
        async next() {
          const result = await reader.read();
          if (result.done) reader.releaseLock();
          return result;
        },
        async return(value) {
          if (!preventCancel) await reader.cancel(value);
          reader.releaseLock();
          return { value, done: true };
        },
      };
      iterator[Symbol.asyncIterator] = () => iterator;
      return iterator;
    }
  }
  ReadableStream.prototype[Symbol.asyncIterator] = ReadableStream.prototype.values;

  class WritableStreamDefaultController {
    constructor(stream) { this._stream = stream; }
    error(reason) { this._stream._fail(reason); }
  }

  class WritableStream {
    constructor(sink = {}, strategy = undefined) {
      this._state = "writable";
      this._limit = highWaterMark(strategy, 1);
      this._waiting = 0;
      this._ready = deferred();
      this._ready.resolve();
      this._closed = deferred();
      this._write = method(sink, "write");
      this._closeSink = method(sink, "close");
      this._abortSink = method(sink, "abort");
      this._controller = new WritableStreamDefaultController(this);
      const start = method(sink, "start");
      this._last = Promise.resolve(start === undefined ? undefined : start(this._controller));
      this._last.catch((e) => this._fail(e));
    }
    get locked() { return this._writer !== undefined; }
    getWriter() { return new WritableStreamDefaultWriter(this); }
    async abort(reason) {
      if (this._state !== "writable") return;
      this._fail(reason);
      if (this._abortSink) await this._abortSink(reason);
    }
    async close() { return this._finish(); }
    _put(chunk) {
      if (this._state === "errored") return Promise.reject(this._error);
      if (this._state !== "writable") return Promise.reject(typeError("Invalid state: WritableStream is closed"));
      this._waiting++;
      if (this._waiting === this._limit) this._ready = deferred();
      const written = this._last.then(() => {
        if (this._state === "errored") throw this._error;
        return this._write ? this._write(chunk, this._controller) : undefined;
      });
      this._last = written.then(() => {
        this._waiting--;
        if (this._waiting < this._limit) this._ready.resolve();
      }, (e) => this._fail(e));
      written.catch(() => {});
      return written.then(() => undefined);
    }
    _finish() {
      if (this._state === "errored") return Promise.reject(this._error);
      if (this._state !== "writable") return Promise.reject(typeError("Invalid state: WritableStream is closed"));
      this._state = "closing";
      this._last = this._last.then(() => {
        if (this._error !== undefined) throw this._error;
        return this._closeSink ? this._closeSink() : undefined;
      }).then(() => {
        this._state = "closed";
        this._closed.resolve();
      }, (e) => {
        this._fail(e);
        throw e;
      });
      this._last.catch(() => {});
      return this._last;
    }
    _fail(reason) {
      if (this._state === "errored" || this._state === "closed") return;
      this._state = "errored";
      this._error = reason;
      this._ready.reject(reason);
      this._closed.reject(reason);
    }
  }

  class WritableStreamDefaultWriter {
    constructor(stream) {
      if (stream._writer) throw typeError("Invalid state: WritableStream is locked");
      this._stream = stream;
      stream._writer = this;
    }
    get ready() { return this._stream._ready.promise; }
    get closed() { return this._stream._closed.promise; }
    get desiredSize() { return this._stream._limit - this._stream._waiting; }
    write(chunk) { return this._stream._put(chunk); }
    close() { return this._stream._finish(); }
    abort(reason) { return this._stream.abort(reason); }
    releaseLock() {
      this._stream._writer = undefined;
    }
  }

  class TransformStreamDefaultController {
    constructor(readable) { this._readable = readable; }
    get desiredSize() { return this._readable().desiredSize; }
    enqueue(chunk) { this._readable().enqueue(chunk); }
    error(reason) { this._readable().error(reason); }
    terminate() { this._readable().close(); }
  }

  class TransformStream {
    constructor(transformer = {}, writableStrategy = undefined, readableStrategy = undefined) {
      let out;
      let wanted = deferred();
      const controller = new TransformStreamDefaultController(() => out);
      const transform = method(transformer, "transform") || ((chunk, c) => c.enqueue(chunk));
      const flush = method(transformer, "flush");
      const start = method(transformer, "start");
      this.readable = new ReadableStream({
        start(c) { out = c; },
        pull() {
          wanted.resolve();
          wanted = deferred();
        },
      }, readableStrategy || { highWaterMark: 0 });
      this.writable = new WritableStream({
        start: () => start && start(controller),
        async write(chunk) {
          const s = out._stream;
          while (s._state === "readable" && s._requests.length === 0 && s._queue.length > 0) await wanted.promise;
          try {
            await transform(chunk, controller);
          } catch (e) {
            out.error(e);
            throw e;
          }
        },
        async close() {
          if (flush) await flush(controller);
          try {
            out.close();
          } catch (e) { /* it was terminated */ }
        },
        abort(reason) { out.error(reason); },
      }, writableStrategy);
    }
  }

  class TextDecoderStream extends TransformStream {
    constructor(label = "utf-8", options = {}) {
      const decoder = new TextDecoder(label, options);
      super({
        transform(chunk, controller) {
          const text = decoder.decode(chunk, { stream: true });
          if (text) controller.enqueue(text);
        },
        flush(controller) {
          const text = decoder.decode();
          if (text) controller.enqueue(text);
        },
      });
      this.encoding = decoder.encoding;
    }
  }

  class TextEncoderStream extends TransformStream {
    constructor() {
      const encoder = new TextEncoder();
      super({ transform(chunk, controller) { controller.enqueue(encoder.encode(String(chunk))); } });
      this.encoding = "utf-8";
    }
  }

  class CountQueuingStrategy {
    constructor({ highWaterMark }) { this.highWaterMark = highWaterMark; }
    size() { return 1; }
  }
  class ByteLengthQueuingStrategy {
    constructor({ highWaterMark }) { this.highWaterMark = highWaterMark; }
    size(chunk) { return chunk.byteLength; }
  }

  const hidden = (c) => {
    for (const name of Object.getOwnPropertyNames(c.prototype)) {
      if (name[0] === "_") Object.defineProperty(c.prototype, name, { enumerable: false });
    }
  };
  [ReadableStream, WritableStream].forEach(hidden);
  return {
    ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController, WritableStream, WritableStreamDefaultWriter,
    WritableStreamDefaultController, TransformStream, TransformStreamDefaultController, TextDecoderStream, TextEncoderStream,
    CountQueuingStrategy, ByteLengthQueuingStrategy,
  };
})
