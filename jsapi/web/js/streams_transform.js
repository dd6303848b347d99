// This file has TransformStream, TextEncoderStream and TextDecoderStream, step by step as in the Streams standard.
(function (host) {
  const { deferred, description, illegal, invalidState, method, promised, strategyOf, transferred, wrongValue } = host.require("streams_shared");
  const readable = host.require("streams");
  const writable = host.require("streams_writable");
  const { finish } = host.require("shown");
  const token = {}; // the constructor of controllers requires it, and only this file has it
  let stateOf; // (stream)

  // Sets whether the readable side is full. t has the two sides, as s and w.
  function setBackpressure(t, backpressure) {
    if (t.changed !== undefined) t.changed.resolve();
    t.changed = deferred();
    t.backpressure = backpressure;
  }

  const forget = (t) => { t.transform = t.flush = t.cancel = undefined; };

  function failWritable(t, reason) {
    forget(t);
    if (t.w.state === "writable") writable.fail(t.w, reason);
    if (t.backpressure) setBackpressure(t, false);
  }

  function fail(t, reason) {
    readable.fail(t.s, reason);
    failWritable(t, reason);
  }

  function enqueue(t, chunk) {
    if (!readable.open(t.s)) throw invalidState("Controller is already closed");
    try {
      readable.enqueue(t.s, chunk);
    } catch (error) {
      failWritable(t, error);
      throw t.s.error;
    }
    const backpressure = full(t.s);
    if (backpressure !== t.backpressure) setBackpressure(t, true);
  }

  // Reports whether the queue of s is full and no reader waits for a chunk.
  const full = (s) => !(s.reader !== undefined && s.reader.requests.length > 0) && !(readable.room(s) > 0);

  function perform(t, chunk) {
    return t.transform(chunk).then(undefined, (reason) => {
      fail(t, reason);
      throw reason;
    });
  }

  function write(t, chunk) {
    if (!t.backpressure) return perform(t, chunk);
    return t.changed.promise.then(() => {
      if (t.w.state === "erroring") throw t.w.error;
      return perform(t, chunk);
    });
  }

  // Ends t once, for the side that requests it first.
  function ending(t, run, after) {
    if (t.ended !== undefined) return t.ended.promise;
    t.ended = deferred();
    const { promise } = t.ended;
    const result = run();
    forget(t);
    result.then(() => after(t.ended), (reason) => {
      readable.fail(t.s, reason);
      failWritable(t, reason);
      t.ended.reject(reason);
    });
    return promise;
  }

  function close(t) {
    return ending(t, () => (t.flush === undefined ? Promise.resolve() : t.flush()), (end) => {
      if (t.s.state === "errored") return end.reject(t.s.error);
      if (readable.open(t.s)) readable.finishQueue(t.s);
      return end.resolve();
    });
  }

  const cancelled = (t, reason) => () => (t.cancel === undefined ? Promise.resolve() : t.cancel(reason));

  function abort(t, reason) {
    return ending(t, cancelled(t, reason), (end) => {
      if (t.s.state === "errored") return end.reject(t.s.error);
      readable.fail(t.s, reason);
      return end.resolve();
    });
  }

  function cancel(t, reason) {
    return ending(t, cancelled(t, reason), (end) => {
      if (t.w.state === "errored") return end.reject(t.w.error);
      failWritable(t, reason);
      return end.resolve();
    });
  }

  class TransformStreamDefaultController {
    #t;
    #stream;
    constructor(key, t, stream) {
      if (key !== token) throw illegal();
      this.#t = t;
      this.#stream = stream;
    }
    get desiredSize() { return readable.room(this.#t.s); }
    enqueue(chunk = undefined) { enqueue(this.#t, chunk); }
    error(reason = undefined) { fail(this.#t, reason); }
    terminate() {
      if (readable.open(this.#t.s)) readable.finishQueue(this.#t.s);
      failWritable(this.#t, invalidState("TransformStream has been terminated"));
    }
    static shows(controller) { return { stream: controller.#stream }; }
  }
  const { shows: controllerShows } = TransformStreamDefaultController;
  delete TransformStreamDefaultController.shows;

  class TransformStream {
    #t = { readable: undefined, writable: undefined, s: undefined, w: undefined, backpressure: undefined, changed: undefined, ended: undefined };
    static {
      transferred(TransformStream, (stream) => #t in stream, (stream) => {
        const [sides, join] = host.require("streams_transfer").ofTransform(stream.#t);
        return [new TransformStream(token, sides), join];
      });
      stateOf = (stream) => stream.#t;
    }
    constructor(transformer = undefined, writableStrategy = undefined, readableStrategy = undefined) {
      if (transformer === token) {
        const { readable: out, writable: into } = writableStrategy;
        Object.assign(this.#t, { readable: out, writable: into, s: readable.stateOf(out), w: writable.stateOf(into) });
        return;
      }
      const by = description("transformer", transformer === null ? undefined : transformer);
      for (const key of ["readableType", "writableType"]) {
        if (by[key] !== undefined) throw wrongValue("RangeError", `transformer.${key}`, by[key]);
      }
      const [start, transform, flush, cancelledBy] = ["start", "transform", "flush", "cancel"].map((key) => method("transformer", by, key));
      const out = strategyOf(readableStrategy, 0);
      const into = strategyOf(writableStrategy, 1);
      const t = this.#t;
      const started = deferred();
      const begin = () => started.promise;
      const w = writable.make({ write: (chunk) => write(t, chunk), close: () => close(t), abort: (reason) => abort(t, reason), start: begin, ...into });
      const s = readable.make({
        pull() {
          setBackpressure(t, false);
          return t.changed.promise;
        },
        cancel: (reason) => cancel(t, reason),
        start: begin,
        limit: out.limit,
      });
      s.s.sizeOf = out.size;
      Object.assign(t, { readable: s.stream, writable: w.stream, s: s.s, w: w.w });
      setBackpressure(t, true);
      const controller = new TransformStreamDefaultController(token, t, this);
      t.transform = transform
        ? (chunk) => promised(transform, by, chunk, controller)
        : (chunk) => promised(enqueue, undefined, t, chunk);
      if (flush) t.flush = () => promised(flush, by, controller);
      if (cancelledBy) t.cancel = (reason) => promised(cancelledBy, by, reason);
      started.resolve(start ? start.call(by, controller) : undefined);
    }
    get readable() { return this.#t.readable; }
    get writable() { return this.#t.writable; }
  }

  class TextDecoderStream {
    #decoder;
    #transform;
    constructor(label = "utf-8", options = {}) {
      const decoder = new (host.require("text").TextDecoder)(label, options);
      this.#decoder = decoder;
      this.#transform = new TransformStream({
        transform(chunk, controller) {
          const text = decoder.decode(chunk, { stream: true });
          if (text) controller.enqueue(text);
        },
        flush(controller) {
          const text = decoder.decode();
          if (text) controller.enqueue(text);
        },
      });
    }
    get encoding() { return this.#decoder.encoding; }
    get fatal() { return this.#decoder.fatal; }
    get ignoreBOM() { return this.#decoder.ignoreBOM; }
    get readable() { return this.#transform.readable; }
    get writable() { return this.#transform.writable; }
  }

  const isHigh = (text) => /[\uD800-\uDBFF]$/.test(text);

  class TextEncoderStream {
    #transform;
    constructor() {
      const encoder = new (host.require("text").TextEncoder)();
      let pending = ""; // half of a character, which the next chunk may complete
      this.#transform = new TransformStream({
        transform(chunk, controller) {
          let text = pending + String(chunk);
          pending = isHigh(text) ? text.slice(-1) : "";
          if (pending) text = text.slice(0, -1);
          if (text) controller.enqueue(encoder.encode(text));
        },
        flush(controller) {
          if (pending) controller.enqueue(new Uint8Array([0xef, 0xbf, 0xbd]));
        },
      });
    }
    get encoding() { return "utf-8"; }
    get readable() { return this.#transform.readable; }
    get writable() { return this.#transform.writable; }
  }

  finish(TransformStream, "TransformStream", (stream) => ({ readable: stream.readable, writable: stream.writable, backpressure: stateOf(stream).backpressure }));
  finish(TransformStreamDefaultController, "TransformStreamDefaultController", controllerShows);
  finish(TextDecoderStream, "TextDecoderStream", ({ encoding, fatal, ignoreBOM, readable: out, writable: into }) => (
    { encoding, fatal, ignoreBOM, readable: out, writable: into }));
  finish(TextEncoderStream, "TextEncoderStream", ({ encoding, readable: out, writable: into }) => ({ encoding, readable: out, writable: into }));
  return { TransformStream, TransformStreamDefaultController, TextDecoderStream, TextEncoderStream };
})
