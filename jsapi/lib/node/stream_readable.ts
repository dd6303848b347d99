// This file has Readable of node:stream.
import { fault, wrongType } from "./errors";
import { readableIterator } from "./stream_iterate";
import { howMuch, ReadableState, take } from "./stream_buffer";
import { becomeInput } from "./standard_input";
import { StringDecoder } from "./string_decoder";
import { accessors, construct, destroy, destroyedAccessor, errorOrDestroy, nextTick, notImplemented, Stream } from "./stream_base";

const g: any = globalThis;
const nothing = () => {};

/** Readable is a function and not a class, because old code calls it with its own objects. */
export function Readable(this: any, options?: any): any {
  if (!(this instanceof (Readable as any))) return new (Readable as any)(options);
  this._readableState = new ReadableState(options, Boolean(this._isDuplex));
  if (options) {
    if (typeof options.read === "function") this._read = options.read;
    if (typeof options.destroy === "function") this._destroy = options.destroy;
    if (typeof options.construct === "function") this._construct = options.construct;
    if (options.signal && !this._isDuplex) abortWith(options.signal, this);
  }
  (Stream as any).call(this, options);
  construct(this, () => {
    if (this._readableState.needReadable) maybeReadMore(this, this._readableState);
  });
}
Object.setPrototypeOf(Readable.prototype, Stream.prototype);
Object.setPrototypeOf(Readable, Stream);
(Readable as any).ReadableState = ReadableState;

/** Destroys a stream when a signal is aborted. */
export function abortWith(signal: any, stream: any): any {
  const abort = () => {
    const error: any = new Error("The operation was aborted");
    error.name = "AbortError";
    error.code = "ABORT_ERR";
    if (signal.reason !== undefined) error.cause = signal.reason;
    stream.destroy(error);
  };
  if (signal.aborted) abort();
  else {
    signal.addEventListener("abort", abort);
    stream.once("close", () => signal.removeEventListener("abort", abort));
  }
  return stream;
}

const proto: any = Readable.prototype;
proto.destroy = destroy;
proto._destroy = function (error: any, done: any) {
  done(error);
};
proto._undestroy = nothing;
proto._read = function () {
  throw notImplemented("_read()");
};
proto[Symbol.for("nodejs.rejection")] = function (error: any) {
  this.destroy(error);
};

proto.push = function (chunk: any, encoding?: string) {
  return addChunk(this, chunk, encoding, false);
};
proto.unshift = function (chunk: any, encoding?: string) {
  return addChunk(this, chunk, encoding, true);
};

function addChunk(stream: any, chunk: any, encoding: any, atFront: boolean): boolean {
  const state = stream._readableState;
  if (!state.objectMode) {
    if (typeof chunk === "string") {
      encoding = encoding || state.defaultEncoding;
      if (state.encoding !== encoding) {
        chunk = g.Buffer.from(chunk, encoding);
        if (atFront && state.encoding) chunk = chunk.toString(state.encoding);
        else encoding = ""; // bytes, which are decoded
      }
    } else if (chunk instanceof Uint8Array) {
      encoding = "";
      if (!g.Buffer.isBuffer(chunk)) chunk = g.Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    } else if (chunk !== undefined && chunk !== null) {
      errorOrDestroy(stream, wrongType("chunk", "of type string or an instance of Buffer, TypedArray, or DataView", chunk));
      return false;
    }
  }
  if (chunk === null || (chunk === undefined && !state.objectMode)) {
    if (chunk === null) {
      state.reading = false;
      onEnd(stream, state);
    } else state.reading = false;
  } else if (!state.objectMode && chunk.length === 0) {
    if (!atFront) {
      state.reading = false;
      maybeReadMore(stream, state);
    }
  } else if (atFront) {
    if (state.endEmitted) errorOrDestroy(stream, fault("Error", "ERR_STREAM_UNSHIFT_AFTER_END_EVENT", "stream.unshift() after end event"));
    else if (!state.destroyed && !state.errored) insert(stream, state, chunk, true);
  } else if (state.ended) {
    errorOrDestroy(stream, fault("Error", "ERR_STREAM_PUSH_AFTER_EOF", "stream.push() after EOF"));
  } else if (state.destroyed || state.errored) {
    return false;
  } else {
    state.reading = false;
    if (state.decoder && !encoding) {
      chunk = state.decoder.write(chunk);
      if (!state.objectMode && chunk.length === 0) maybeReadMore(stream, state);
      else insert(stream, state, chunk, false);
    } else insert(stream, state, chunk, false);
  }
  return !state.ended && (state.length < state.highWaterMark || state.length === 0);
}

function insert(stream: any, state: any, chunk: any, atFront: boolean): void {
  if (state.flowing && state.length === 0 && !state.sync && stream.listenerCount("data") > 0) {
    state.waiting.clear();
    state.dataEmitted = true;
    stream.emit("data", chunk);
  } else {
    state.length += state.objectMode ? 1 : chunk.length;
    if (atFront) state.buffer.unshift(chunk);
    else state.buffer.push(chunk);
    if (state.needReadable) emitReadable(stream);
  }
  maybeReadMore(stream, state);
}

proto.isPaused = function () {
  return this._readableState.paused === true || this._readableState.flowing === false;
};

proto.setEncoding = function (encoding: string) {
  const state = this._readableState;
  const decoder = new StringDecoder(encoding);
  state.decoder = decoder;
  state.encoding = decoder.encoding;
  const content = state.buffer.map((chunk: any) => decoder.write(chunk)).join("");
  state.buffer = content === "" ? [] : [content];
  state.length = content.length;
  return this;
};

proto.read = function (n?: any) {
  n = n === undefined ? NaN : Number.isInteger(n) ? n : parseInt(n, 10);
  const state = this._readableState;
  const asked = n;
  if (n > state.highWaterMark) state.highWaterMark = n >= 0x40000000 ? 0x40000000 : 2 ** Math.ceil(Math.log2(n));
  if (n !== 0) state.emittedReadable = false;
  if (n === 0 && state.needReadable && ((state.highWaterMark !== 0 ? state.length >= state.highWaterMark : state.length > 0) || state.ended)) {
    if (state.length === 0 && state.ended) endReadable(this);
    else emitReadable(this);
    return null;
  }
  n = howMuch(n, state);
  if (n === 0 && state.ended) {
    if (state.length === 0) endReadable(this);
    return null;
  }
  let more = state.needReadable || state.length === 0 || state.length - n < state.highWaterMark;
  if (state.ended || state.reading || state.destroyed || state.errored || !state.constructed) more = false;
  if (more) {
    state.reading = state.sync = true;
    if (state.length === 0) state.needReadable = true;
    try {
      this._read(state.highWaterMark);
    } catch (error) {
      errorOrDestroy(this, error);
    }
    state.sync = false;
    if (!state.reading) n = howMuch(asked, state);
  }
  const result = n > 0 ? take(n, state) : null;
  if (result === null) {
    state.needReadable = state.length <= state.highWaterMark;
    n = 0;
  } else {
    state.length -= n;
    state.waiting.clear();
  }
  if (state.length === 0) {
    if (!state.ended) state.needReadable = true;
    if (asked !== n && state.ended) endReadable(this);
  }
  if (result !== null && !state.errored && !state.closeEmitted) {
    state.dataEmitted = true;
    this.emit("data", result);
  }
  return result;
};

function onEnd(stream: any, state: any): void {
  if (state.ended) return;
  if (state.decoder) {
    const rest = state.decoder.end();
    if (rest && rest.length) {
      state.buffer.push(rest);
      state.length += state.objectMode ? 1 : rest.length;
    }
  }
  state.ended = true;
  if (state.sync) return emitReadable(stream);
  state.needReadable = false;
  state.emittedReadable = true;
  emitReadableNow(stream);
}

function emitReadable(stream: any): void {
  const state = stream._readableState;
  state.needReadable = false;
  if (state.emittedReadable) return;
  state.emittedReadable = true;
  nextTick(emitReadableNow, stream);
}

function emitReadableNow(stream: any): void {
  const state = stream._readableState;
  if (!state.destroyed && !state.errored && (state.length || state.ended)) {
    stream.emit("readable");
    state.emittedReadable = false;
  }
  state.needReadable = !state.flowing && !state.ended && state.length <= state.highWaterMark;
  flow(stream);
}

function maybeReadMore(stream: any, state: any): void {
  if (state.readingMore || !state.constructed) return;
  state.readingMore = true;
  nextTick(() => {
    while (!state.reading && !state.ended && (state.length < state.highWaterMark || (state.flowing && state.length === 0))) {
      const { length } = state;
      stream.read(0);
      if (length === state.length) break;
    }
    state.readingMore = false;
  });
}

function flow(stream: any): void {
  const state = stream._readableState;
  while (state.flowing && stream.read() !== null);
}

function endReadable(stream: any): void {
  const state = stream._readableState;
  if (state.endEmitted) return;
  state.ended = true;
  nextTick(() => {
    if (state.errored || state.closeEmitted || state.endEmitted || state.length !== 0) return;
    state.endEmitted = true;
    stream.emit("end");
    const w = stream._writableState;
    if (stream.writable && stream.allowHalfOpen === false) nextTick(() => stream.writable && !stream.writableEnded && !stream.destroyed && stream.end());
    else if (state.autoDestroy && (!w || (w.autoDestroy && (w.finished || w.writable === false)))) stream.destroy();
  });
}

proto.pipe = function (target: any, options?: any) {
  const source = this;
  const state = this._readableState;
  state.pipes.push(target);
  const ends = (!options || options.end !== false) && target !== g.process.stdout && target !== g.process.stderr;
  const onEndOfSource = () => target.end();
  const finish = ends ? onEndOfSource : () => source.unpipe(target);
  if (state.endEmitted) nextTick(finish);
  else source.once("end", finish);
  let onDrain: (() => void) | undefined;
  const pause = () => {
    state.waiting.add(target);
    source.pause();
    if (!onDrain) {
      onDrain = () => {
        state.waiting.delete(target);
        if (state.waiting.size === 0 && source.listenerCount("data") > 0) source.resume();
      };
      target.on("drain", onDrain);
    }
  };
  const onData = (chunk: any) => {
    if (target.write(chunk) === false && state.pipes.includes(target)) pause();
  };
  const onError = (error: any) => {
    unpipe();
    target.removeListener("error", onError);
    if (target.listenerCount("error") > 0) return;
    const s = target._writableState || target._readableState;
    if (s && !s.errorEmitted) errorOrDestroy(target, error);
    else target.emit("error", error);
  };
  const onClose = () => {
    target.removeListener("finish", onFinish);
    unpipe();
  };
  const onFinish = () => {
    target.removeListener("close", onClose);
    unpipe();
  };
  const unpipe = () => source.unpipe(target);
  const onUnpipe = (from: any, info: any) => {
    if (from !== source || !info || info.done) return;
    info.done = true;
    target.removeListener("close", onClose);
    target.removeListener("finish", onFinish);
    if (onDrain) target.removeListener("drain", onDrain);
    target.removeListener("error", onError);
    target.removeListener("unpipe", onUnpipe);
    source.removeListener("end", finish);
    source.removeListener("data", onData);
    if (onDrain && state.waiting.size > 0 && (!target._writableState || target._writableState.needDrain)) onDrain();
  };
  target.on("unpipe", onUnpipe);
  source.on("data", onData);
  target.prependListener("error", onError);
  target.once("close", onClose);
  target.once("finish", onFinish);
  target.emit("pipe", source);
  if (target.writableNeedDrain === true) pause();
  else if (!state.flowing) source.resume();
  return target;
};

proto.unpipe = function (target?: any) {
  const state = this._readableState;
  const gone = target ? state.pipes.filter((pipe: any) => pipe === target).slice(0, 1) : state.pipes;
  if (gone.length === 0) return this;
  if (target) state.pipes.splice(state.pipes.indexOf(target), 1);
  else {
    state.pipes = [];
    this.pause();
  }
  if (state.pipes.length === 0) this.pause();
  for (const pipe of gone) pipe.emit("unpipe", this, { done: false });
  return this;
};

proto.on = function (event: any, listener: any) {
  const result = (Stream.prototype as any).on.call(this, event, listener);
  const state = this._readableState;
  if (!state) return result;
  if (event === "data") {
    state.readableListening = this.listenerCount("readable") > 0;
    if (state.flowing !== false) this.resume();
  } else if (event === "readable" && !state.endEmitted && !state.readableListening) {
    state.readableListening = state.needReadable = true;
    state.flowing = false;
    state.emittedReadable = false;
    if (state.length) emitReadable(this);
    else if (!state.reading) nextTick(() => this.read(0));
  }
  return result;
};
proto.addListener = proto.on;

for (const name of ["removeListener", "removeAllListeners"]) {
  proto[name] = function (...args: any[]) {
    const result = (Stream.prototype as any)[name].apply(this, args);
    if (args[0] === "readable" || args[0] === undefined) nextTick(updateListening, this);
    return result;
  };
}
proto.off = proto.removeListener;

function updateListening(stream: any): void {
  const state = stream._readableState;
  state.readableListening = stream.listenerCount("readable") > 0;
  if (state.resumeScheduled && !state.paused) state.flowing = true;
  else if (stream.listenerCount("data") > 0) stream.resume();
  else if (!state.readableListening) state.flowing = null;
}

proto.resume = function () {
  const state = this._readableState;
  if (!state.flowing) {
    state.flowing = !state.readableListening;
    if (!state.resumeScheduled) {
      state.resumeScheduled = true;
      nextTick(() => {
        if (!state.reading) this.read(0);
        state.resumeScheduled = false;
        this.emit("resume");
        flow(this);
        if (state.flowing && !state.reading) this.read(0);
      });
    }
  }
  state.paused = false;
  return this;
};

proto.pause = function () {
  if (this._readableState.flowing !== false) {
    this._readableState.flowing = false;
    this.emit("pause");
  }
  this._readableState.paused = true;
  return this;
};

/** Reads from a stream of the oldest kind, which emits data. */
proto.wrap = function (stream: any) {
  let paused = false;
  stream.on("data", (chunk: any) => {
    if (!this.push(chunk) && stream.pause) {
      paused = true;
      stream.pause();
    }
  });
  stream.on("end", () => this.push(null));
  stream.on("error", (error: any) => errorOrDestroy(this, error));
  stream.on("close", () => this.destroy());
  stream.on("destroy", () => this.destroy());
  this._read = () => {
    if (paused && stream.resume) {
      paused = false;
      stream.resume();
    }
  };
  return this;
};

proto[Symbol.asyncIterator || Symbol.for("Symbol.asyncIterator")] = function () {
  return readableIterator(this, true);
};
proto.iterator = function (options?: any) {
  return readableIterator(this, !options || options.destroyOnReturn !== false);
};
proto[Symbol.for("Symbol.asyncDispose")] = function () {
  if (!this.destroyed) this.destroy(this.readableEnded ? null : undefined);
  return new Promise<void>((resolve) => (this.closed ? resolve() : this.once("close", () => resolve())));
};

Object.defineProperty(proto, "readable", {
  configurable: true,
  get(this: any) {
    const r = this._readableState;
    return Boolean(r) && r.readable !== false && !r.destroyed && !r.errorEmitted && !r.endEmitted;
  },
  set(this: any, value: any) {
    if (this._readableState) this._readableState.readable = Boolean(value);
  },
});
Object.defineProperty(proto, "readableFlowing", {
  configurable: true,
  get(this: any) {
    return this._readableState.flowing;
  },
  set(this: any, value: any) {
    if (this._readableState) this._readableState.flowing = value;
  },
});
destroyedAccessor(proto, ([state]) => Boolean(state.destroyed));
accessors(proto, {
  readableDidRead() { return this._readableState.dataEmitted; },
  readableAborted() { return (this._readableState.destroyed || Boolean(this._readableState.errored)) && !this._readableState.endEmitted; },
  readableHighWaterMark() { return this._readableState.highWaterMark; },
  readableBuffer() { return this._readableState && this._readableState.buffer; },
  readableLength() { return this._readableState.length; },
  readableObjectMode() { return Boolean(this._readableState && this._readableState.objectMode); },
  readableEncoding() { return this._readableState ? this._readableState.encoding : null; },
  readableEnded() { return Boolean(this._readableState && this._readableState.endEmitted); },
  errored() { return this._readableState ? this._readableState.errored : null; },
  closed() { return Boolean(this._readableState && this._readableState.closed); },
});

__hitlrun.node.inputs?.((input: any) => becomeInput(Readable, input));
