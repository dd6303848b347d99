// This file has Writable of node:stream.
import { fault, wrongType } from "./errors";
import { abortWith } from "./stream_readable";
import { becomeStream } from "./standard_outputs";
import { accessors, construct, destroy, destroyedAccessor, destroyedError, errorOrDestroy, highWaterMark, nextTick, notImplemented, Stream } from "./stream_base";

const g: any = globalThis;
const nothing = () => {};

class WritableState {
  [key: string]: any;
  constructor(options: any, isDuplex: boolean, stream: any) {
    this.objectMode = Boolean(options && (options.objectMode || (isDuplex && options.writableObjectMode)));
    this.highWaterMark = highWaterMark(this.objectMode, options, "writableHighWaterMark", isDuplex);
    this.finalCalled = this.needDrain = this.ending = this.ended = this.finished = this.destroyed = false;
    this.decodeStrings = !options || options.decodeStrings !== false;
    this.defaultEncoding = (options && options.defaultEncoding) || "utf8";
    this.length = this.writelen = this.corked = this.pendingcb = 0;
    this.writing = this.bufferProcessing = this.prefinished = this.errorEmitted = this.closed = this.closeEmitted = false;
    this.sync = this.constructed = true;
    this.onwrite = (error?: any) => onWrite(stream, error);
    this.writecb = null;
    this.afterWrite = null;
    this.buffered = [];
    this.emitClose = !options || options.emitClose !== false;
    this.autoDestroy = !options || options.autoDestroy !== false;
    this.errored = null;
    this.onFinished = []; // the callbacks of end()
  }
  getBuffer(): any[] {
    return this.buffered.slice();
  }
  get bufferedRequestCount(): number {
    return this.buffered.length;
  }
}

export function Writable(this: any, options?: any): any {
  const isDuplex = Boolean(this && this._isDuplex);
  if (!isDuplex && !Function.prototype[Symbol.hasInstance].call(Writable, this)) return new (Writable as any)(options);
  this._writableState = new WritableState(options, isDuplex, this);
  if (options) {
    if (typeof options.write === "function") this._write = options.write;
    if (typeof options.writev === "function") this._writev = options.writev;
    if (typeof options.destroy === "function") this._destroy = options.destroy;
    if (typeof options.final === "function") this._final = options.final;
    if (typeof options.construct === "function") this._construct = options.construct;
    if (options.signal) abortWith(options.signal, this);
  }
  (Stream as any).call(this, options);
  construct(this, () => {
    const state = this._writableState;
    if (!state.writing) clearBuffer(this, state);
    finishMaybe(this, state);
  });
}
Object.setPrototypeOf(Writable.prototype, Stream.prototype);
Object.setPrototypeOf(Writable, Stream);
(Writable as any).WritableState = WritableState;
Object.defineProperty(Writable, Symbol.hasInstance, {
  value(this: any, object: any) {
    if (Function.prototype[Symbol.hasInstance].call(this, object)) return true;
    return this === Writable && Boolean(object) && object._writableState instanceof WritableState;
  },
});

const proto: any = Writable.prototype;
proto.pipe = function () {
  errorOrDestroy(this, fault("Error", "ERR_STREAM_CANNOT_PIPE", "Cannot pipe, not readable"));
};

function write(stream: any, chunk: any, encoding: any, callback?: any): any {
  const state = stream._writableState;
  if (typeof encoding === "function") {
    callback = encoding;
    encoding = state.defaultEncoding;
  } else {
    if (!encoding) encoding = state.defaultEncoding;
    else if (encoding !== "buffer" && !g.Buffer.isEncoding(encoding)) throw fault("TypeError", "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
    if (typeof callback !== "function") callback = nothing;
  }
  if (chunk === null) throw fault("TypeError", "ERR_STREAM_NULL_VALUES", "May not write null values to stream");
  if (!state.objectMode) {
    if (typeof chunk === "string") {
      if (state.decodeStrings) {
        chunk = g.Buffer.from(chunk, encoding);
        encoding = "buffer";
      }
    } else if (chunk instanceof Uint8Array) {
      if (!g.Buffer.isBuffer(chunk)) chunk = g.Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      encoding = "buffer";
    } else throw wrongType("chunk", "of type string or an instance of Buffer, TypedArray, or DataView", chunk);
  }
  let error;
  if (state.ending) error = fault("Error", "ERR_STREAM_WRITE_AFTER_END", "write after end");
  else if (state.destroyed) error = destroyedError("write");
  if (error) {
    nextTick(callback, error);
    errorOrDestroy(stream, error, true);
    return error;
  }
  state.pendingcb++;
  return writeOrBuffer(stream, state, chunk, encoding, callback);
}

proto.write = function (chunk: any, encoding?: any, callback?: any) {
  return write(this, chunk, encoding, callback) === true;
};
proto.cork = function () {
  this._writableState.corked++;
};
proto.uncork = function () {
  const state = this._writableState;
  if (state.corked && --state.corked === 0 && !state.writing) clearBuffer(this, state);
};
proto.setDefaultEncoding = function (encoding: string) {
  encoding = `${encoding}`.toLowerCase();
  if (!g.Buffer.isEncoding(encoding)) throw fault("TypeError", "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
  this._writableState.defaultEncoding = encoding;
  return this;
};

function writeOrBuffer(stream: any, state: any, chunk: any, encoding: any, callback: any): boolean {
  const length = state.objectMode ? 1 : chunk.length;
  state.length += length;
  const free = state.length < state.highWaterMark;
  if (!free) state.needDrain = true;
  if (state.writing || state.corked || state.errored || !state.constructed) state.buffered.push({ chunk, encoding, callback });
  else {
    begin(state, length, callback);
    stream._write(chunk, encoding, state.onwrite);
    state.sync = false;
  }
  return free && !state.errored && !state.destroyed;
}

function begin(state: any, length: number, callback: any): void {
  state.writelen = length;
  state.writecb = callback;
  state.writing = state.sync = true;
}

function failed(stream: any, state: any, error: any, callback: any): void {
  --state.pendingcb;
  callback(error);
  failBuffer(state);
  errorOrDestroy(stream, error);
}

function onWrite(stream: any, error: any): void {
  const state = stream._writableState;
  const { sync, writecb: callback } = state;
  if (typeof callback !== "function") {
    errorOrDestroy(stream, fault("Error", "ERR_MULTIPLE_CALLBACK", "Callback called multiple times"));
    return;
  }
  state.writing = false;
  state.writecb = null;
  state.length -= state.writelen;
  state.writelen = 0;
  if (error) {
    void error.stack;
    if (!state.errored) state.errored = error;
    if (stream._readableState && !stream._readableState.errored) stream._readableState.errored = error;
    if (sync) nextTick(failed, stream, state, error, callback);
    else failed(stream, state, error, callback);
    return;
  }
  if (state.buffered.length > 0) clearBuffer(stream, state);
  if (!sync) return afterWrite(stream, state, 1, callback);
  if (state.afterWrite && state.afterWrite.callback === callback) state.afterWrite.count++;
  else {
    const info = (state.afterWrite = { count: 1, callback });
    nextTick(() => {
      if (state.afterWrite === info) state.afterWrite = null;
      afterWrite(stream, state, info.count, callback);
    });
  }
}

function afterWrite(stream: any, state: any, count: number, callback: any): void {
  if (!state.ending && !stream.destroyed && state.length === 0 && state.needDrain) {
    state.needDrain = false;
    stream.emit("drain");
  }
  while (count-- > 0) {
    state.pendingcb--;
    callback(null);
  }
  if (state.destroyed) failBuffer(state);
  finishMaybe(stream, state);
}

/** Calls the callbacks of chunks that are not written any more. */
function failBuffer(state: any): void {
  if (state.writing) return;
  for (const { chunk, callback } of state.buffered) {
    state.length -= state.objectMode ? 1 : chunk.length;
    callback(state.errored || destroyedError("write"));
  }
  for (const callback of state.onFinished.splice(0)) callback(state.errored || destroyedError("end"));
  state.buffered = [];
}

function clearBuffer(stream: any, state: any): void {
  if (state.corked || state.bufferProcessing || state.destroyed || !state.constructed || state.buffered.length === 0) return;
  state.bufferProcessing = true;
  if (stream._writev && state.buffered.length > 1) {
    const list = state.buffered;
    state.pendingcb -= list.length - 1;
    const all: any = list.map(({ chunk, encoding }: any) => ({ chunk, encoding }));
    all.allBuffers = list.every(({ encoding }: any) => encoding === "buffer");
    state.buffered = [];
    begin(state, state.length, (error: any) => {
      for (const { callback } of list) callback(error);
    });
    stream._writev(all, state.onwrite);
    state.sync = false;
  } else {
    while (state.buffered.length > 0) {
      const { chunk, encoding, callback } = state.buffered.shift();
      begin(state, state.objectMode ? 1 : chunk.length, callback);
      stream._write(chunk, encoding, state.onwrite);
      state.sync = false;
      if (state.writing) break;
    }
  }
  state.bufferProcessing = false;
}

proto._write = function (chunk: any, encoding: any, callback: any) {
  if (!this._writev) throw notImplemented("_write()");
  this._writev([{ chunk, encoding }], callback);
};
proto._writev = null;

proto.end = function (chunk?: any, encoding?: any, callback?: any) {
  const state = this._writableState;
  if (typeof chunk === "function") [chunk, encoding, callback] = [null, null, chunk];
  else if (typeof encoding === "function") [encoding, callback] = [null, encoding];
  let error: any;
  if (chunk !== undefined && chunk !== null) {
    const result = write(this, chunk, encoding);
    if (result instanceof Error) error = result;
  }
  if (state.corked) {
    state.corked = 1;
    this.uncork();
  }
  if (error) {
    // write has reported the error
  } else if (!state.errored && !state.ending) {
    state.ending = true;
    finishMaybe(this, state, true);
    state.ended = true;
  } else if (state.finished) error = fault("Error", "ERR_STREAM_ALREADY_FINISHED", "Cannot call end after a stream was finished");
  else if (state.destroyed) error = destroyedError("end");
  if (typeof callback === "function") {
    if (error) nextTick(callback, error);
    else if (state.finished) nextTick(callback);
    else if (state.errored) nextTick(callback, state.errored);
    else state.onFinished.push(callback);
  }
  return this;
};

function needFinish(state: any): boolean {
  return (
    state.ending && !state.destroyed && state.constructed && state.length === 0 && !state.errored && state.buffered.length === 0 &&
    !state.finished && !state.writing && !state.errorEmitted && !state.closeEmitted
  );
}

function callFinal(stream: any, state: any): void {
  let called = false;
  const done = (error?: any) => {
    if (called) return errorOrDestroy(stream, error || fault("Error", "ERR_MULTIPLE_CALLBACK", "Callback called multiple times"));
    called = true;
    state.pendingcb--;
    if (error) {
      for (const callback of state.onFinished.splice(0)) callback(error);
      errorOrDestroy(stream, error, state.sync);
    } else if (needFinish(state)) {
      state.prefinished = true;
      stream.emit("prefinish");
      state.pendingcb++;
      nextTick(finish, stream, state);
    }
  };
  state.sync = true;
  state.pendingcb++;
  try {
    stream._final(done);
  } catch (error) {
    done(error);
  }
  state.sync = false;
}

function finishMaybe(stream: any, state: any, sync = false): void {
  if (!needFinish(state)) return;
  if (!state.prefinished && !state.finalCalled) {
    if (typeof stream._final === "function" && !state.destroyed) {
      state.finalCalled = true;
      callFinal(stream, state);
    } else {
      state.prefinished = true;
      stream.emit("prefinish");
    }
  }
  if (state.pendingcb !== 0 || !needFinish(state)) return;
  state.pendingcb++;
  const run = () => {
    if (needFinish(state)) finish(stream, state);
    else state.pendingcb--;
  };
  if (sync) nextTick(run);
  else run();
}

function finish(stream: any, state: any): void {
  state.pendingcb--;
  state.finished = true;
  for (const callback of state.onFinished.splice(0)) callback(null);
  stream.emit("finish");
  const r = stream._readableState;
  if (state.autoDestroy && (!r || (r.autoDestroy && (r.endEmitted || r.readable === false)))) stream.destroy();
}

proto.destroy = function (error?: any, callback?: any) {
  const state = this._writableState;
  if (!state.destroyed && (state.buffered.length > 0 || state.onFinished.length > 0)) nextTick(failBuffer, state);
  destroy.call(this, error, callback);
  return this;
};
proto._destroy = function (error: any, done: any) {
  done(error);
};
proto._undestroy = nothing;
proto[Symbol.for("nodejs.rejection")] = function (error: any) {
  this.destroy(error);
};
proto[Symbol.for("Symbol.asyncDispose")] = function () {
  if (!this.destroyed) this.destroy(this.writableFinished ? null : undefined);
  return new Promise<void>((resolve) => (this.closed ? resolve() : this.once("close", () => resolve())));
};

Object.defineProperty(proto, "writable", {
  configurable: true,
  get(this: any) {
    const w = this._writableState;
    return Boolean(w) && w.writable !== false && !w.destroyed && !w.errored && !w.ending && !w.ended;
  },
  set(this: any, value: any) {
    if (this._writableState) this._writableState.writable = Boolean(value);
  },
});
destroyedAccessor(proto, ([state]) => Boolean(state.destroyed));
accessors(proto, {
  closed() { return Boolean(this._writableState && this._writableState.closed); },
  errored() { return this._writableState ? this._writableState.errored : null; },
  writableFinished() { return Boolean(this._writableState && this._writableState.finished); },
  writableObjectMode() { return Boolean(this._writableState && this._writableState.objectMode); },
  writableBuffer() { return this._writableState && this._writableState.getBuffer(); },
  writableEnded() { return Boolean(this._writableState && this._writableState.ending); },
  writableNeedDrain() { const w = this._writableState; return Boolean(w) && !w.destroyed && !w.ending && w.needDrain; },
  writableHighWaterMark() { return this._writableState && this._writableState.highWaterMark; },
  writableCorked() { return this._writableState ? this._writableState.corked : 0; },
  writableLength() { return this._writableState && this._writableState.length; },
  writableAborted() { const w = this._writableState; return w.writable !== false && (w.destroyed || Boolean(w.errored)) && !w.finished; },
});

__hitlrun.node.outputs?.((output: any, print: any) => becomeStream(Writable, output, print));
