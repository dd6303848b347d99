// This file has what the streams of node:stream share: the class Stream, sizes of buffers, and how a stream is
// constructed and destroyed.
import { EventEmitter } from "./events";
import { fault } from "./errors";

const { nextTick } = (globalThis as any).process || { nextTick: queueMicrotask };
const { prototype } = EventEmitter as any;
export { nextTick };

/** The base of all streams. It only has pipe, for classes that emit data and end themselves. */
export function Stream(this: any, options?: any): void {
  (EventEmitter as any).call(this, options);
}
Object.setPrototypeOf(Stream.prototype, prototype);
Object.setPrototypeOf(Stream, EventEmitter);

Stream.prototype.pipe = function pipe(this: any, target: any, options?: any): any {
  const source = this;
  const onData = (chunk: any) => {
    if (target.writable && target.write(chunk) === false && source.pause) source.pause();
  };
  const onDrain = () => {
    if (source.readable && source.resume) source.resume();
  };
  let ended = false;
  const onEnd = () => {
    if (!ended) target.end();
    ended = true;
  };
  const onClose = () => {
    if (!ended && typeof target.destroy === "function") target.destroy();
    ended = true;
  };
  const onError = function (this: any, error: any) {
    cleanup();
    if (prototype.listenerCount.call(this, "error") === 0) this.emit("error", error);
  };
  const cleanup = () => {
    source.removeListener("data", onData);
    target.removeListener("drain", onDrain);
    source.removeListener("end", onEnd);
    source.removeListener("close", onClose);
    for (const stream of [source, target]) stream.removeListener("error", onError);
    for (const event of ["end", "close"]) source.removeListener(event, cleanup);
    target.removeListener("close", cleanup);
  };
  source.on("data", onData);
  target.on("drain", onDrain);
  if (!target._isStdio && (!options || options.end !== false)) {
    source.on("end", onEnd);
    source.on("close", onClose);
  }
  for (const stream of [source, target]) stream.prependListener("error", onError);
  for (const event of ["end", "close"]) source.on(event, cleanup);
  target.on("close", cleanup);
  target.emit("pipe", source);
  return target;
};
Stream.prototype.eventNames = prototype.eventNames;

const defaults = { bytes: 16384, objects: 16 };
export const getDefaultHighWaterMark = (objectMode: boolean): number => (objectMode ? defaults.objects : defaults.bytes);
export const setDefaultHighWaterMark = (objectMode: boolean, value: number): void => {
  defaults[objectMode ? "objects" : "bytes"] = value;
};

/** Returns the size at which a buffer counts as full. Options can set it for one side of a Duplex, or for both. */
export function highWaterMark(objectMode: boolean, options: any, name: string, isDuplex: boolean): number {
  let value = options && options.highWaterMark;
  if ((value === undefined || value === null) && isDuplex && options) value = options[name];
  if (value === undefined || value === null) return getDefaultHighWaterMark(objectMode);
  if (!Number.isInteger(value) || value < 0) {
    throw fault("TypeError", "ERR_INVALID_ARG_VALUE", `The property 'options.${isDuplex ? name : "highWaterMark"}' is invalid. Received ${__hitlrun.node.util.inspect(value)}`);
  }
  return Math.floor(value);
}

export const notImplemented = (name: string): any => fault("Error", "ERR_METHOD_NOT_IMPLEMENTED", `The ${name} method is not implemented`);
export const destroyedError = (name: string): any => fault("Error", "ERR_STREAM_DESTROYED", `Cannot call ${name} after a stream was destroyed`);

const constructed = Symbol("constructed");
const sides = (stream: any): any[] => [stream._writableState, stream._readableState].filter(Boolean);

function note(stream: any, error: any): void {
  if (!error) return;
  void error.stack;
  for (const state of sides(stream)) if (!state.errored) state.errored = error;
}

/** Calls _construct of a stream, after its constructor has run. */
export function construct(stream: any, then: () => void): void {
  if (typeof stream._construct !== "function") return;
  for (const state of sides(stream)) state.constructed = false;
  stream.once(constructed, then);
  if (stream.listenerCount(constructed) > 1) return; // a Duplex is constructed once
  nextTick(() => {
    let called = false;
    const done = (error?: any) => {
      if (called) return errorOrDestroy(stream, error || fault("Error", "ERR_MULTIPLE_CALLBACK", "Callback called multiple times"));
      called = true;
      const [state] = sides(stream);
      for (const side of sides(stream)) side.constructed = true;
      if (state.destroyed) stream.emit(destroyed, error);
      else if (error) errorOrDestroy(stream, error, true);
      else nextTick(() => stream.emit(constructed));
    };
    try {
      stream._construct((error?: any) => nextTick(done, error));
    } catch (error) {
      nextTick(done, error);
    }
  });
}
const destroyed = Symbol("destroyed");

export function destroy(this: any, error?: any, callback?: (error?: any) => void): any {
  const states = sides(this);
  if (states.some((state) => state.destroyed)) {
    if (typeof callback === "function") callback();
    return this;
  }
  note(this, error);
  for (const state of states) state.destroyed = true;
  if (!states[0].constructed) this.once(destroyed, (other: any) => runDestroy(this, other || error, callback));
  else runDestroy(this, error, callback);
  return this;
}

function runDestroy(stream: any, error: any, callback?: (error?: any) => void): void {
  let called = false;
  const done = (failure?: any) => {
    if (called) return;
    called = true;
    note(stream, failure);
    for (const state of sides(stream)) state.closed = true;
    if (typeof callback === "function") callback(failure);
    nextTick(() => {
      if (failure) emitError(stream, failure);
      emitClose(stream);
    });
  };
  try {
    stream._destroy(error || null, done);
  } catch (failure) {
    done(failure);
  }
}

function emitError(stream: any, error: any): void {
  const states = sides(stream);
  if (states.some((state) => state.errorEmitted)) return;
  for (const state of states) state.errorEmitted = true;
  stream.emit("error", error);
}

function emitClose(stream: any): void {
  const states = sides(stream);
  for (const state of states) state.closeEmitted = true;
  if (states.some((state) => state.emitClose)) stream.emit("close");
}

/** Destroys a stream at an error, if it has autoDestroy. Other streams only emit the error. */
export function errorOrDestroy(stream: any, error: any, sync = false): void {
  const states = sides(stream);
  if (states.some((state) => state.destroyed)) return;
  if (states.some((state) => state.autoDestroy)) {
    stream.destroy(error);
    return;
  }
  if (!error) return;
  note(stream, error);
  if (sync) nextTick(emitError, stream, error);
  else emitError(stream, error);
}

/** Defines accessors on a prototype, from functions that read a state. */
export function accessors(proto: any, list: Record<string, (this: any) => any>): void {
  for (const name of Object.keys(list)) Object.defineProperty(proto, name, { get: list[name], configurable: true, enumerable: false });
}

/** Returns whether a stream was destroyed. Old code may set it. */
export function destroyedAccessor(proto: any, all: (states: any[]) => boolean): void {
  Object.defineProperty(proto, "destroyed", {
    configurable: true,
    enumerable: false,
    get(this: any) {
      const states = sides(this);
      return states.length > 0 && all(states);
    },
    set(this: any, value: boolean) {
      for (const state of sides(this)) state.destroyed = value;
    },
  });
}
