// This file has Duplex, Transform and PassThrough of node:stream.
import { errorOrDestroy, notImplemented } from "./stream_base";
import { Readable } from "./stream_readable";
import { Writable } from "./stream_writable";

export function Duplex(this: any, options?: any): any {
  if (!(this instanceof (Duplex as any))) return new (Duplex as any)(options);
  Object.defineProperty(this, "_isDuplex", { value: true, configurable: true });
  (Readable as any).call(this, options);
  (Writable as any).call(this, options);
  this.allowHalfOpen = true;
  if (options) {
    this.allowHalfOpen = options.allowHalfOpen !== false;
    if (options.readable === false) Object.assign(this._readableState, { readable: false, ended: true, endEmitted: true });
    if (options.writable === false) Object.assign(this._writableState, { writable: false, ending: true, ended: true, finished: true });
  }
}
Object.setPrototypeOf(Duplex.prototype, Readable.prototype);
Object.setPrototypeOf(Duplex, Readable);
for (const name of Reflect.ownKeys(Writable.prototype)) {
  if (name === "constructor" || name === "pipe" || (name !== "destroy" && Object.prototype.hasOwnProperty.call(Readable.prototype, name))) continue;
  Object.defineProperty(Duplex.prototype, name, Object.getOwnPropertyDescriptor(Writable.prototype, name)!);
}
Object.defineProperty(Duplex.prototype, "destroyed", {
  configurable: true,
  get(this: any) {
    return Boolean(this._readableState && this._writableState && this._readableState.destroyed && this._writableState.destroyed);
  },
  set(this: any, value: boolean) {
    if (this._readableState && this._writableState) this._readableState.destroyed = this._writableState.destroyed = value;
  },
});

const waiting = Symbol("callback"); // the callback of the chunk whose result is not read yet

export function Transform(this: any, options?: any): any {
  if (!(this instanceof (Transform as any))) return new (Transform as any)(options);
  const full = options ? options.readableHighWaterMark : undefined;
  if (full === 0) options = { ...options, highWaterMark: undefined, readableHighWaterMark: full, writableHighWaterMark: options.writableHighWaterMark || 0 };
  (Duplex as any).call(this, options);
  this._readableState.sync = false;
  this[waiting] = null;
  if (options) {
    if (typeof options.transform === "function") this._transform = options.transform;
    if (typeof options.flush === "function") this._flush = options.flush;
  }
  this.on("prefinish", prefinish);
}
Object.setPrototypeOf(Transform.prototype, Duplex.prototype);
Object.setPrototypeOf(Transform, Duplex);

function final(this: any, done?: (error?: any) => void): void {
  const end = () => {
    this.push(null);
    if (done) done();
  };
  if (typeof this._flush !== "function" || this.destroyed) return end();
  this._flush((error: any, data: any) => {
    if (error) {
      if (done) done(error);
      else this.destroy(error);
      return;
    }
    if (data !== undefined && data !== null) this.push(data);
    end();
  });
}
/** Is used by classes with a _final method of their own. */
function prefinish(this: any): void {
  if (this._final !== final) final.call(this);
}

const proto: any = Transform.prototype;
proto._final = final;
proto._transform = function () {
  throw notImplemented("_transform()");
};
proto._write = function (chunk: any, encoding: any, callback: any) {
  const r = this._readableState;
  const w = this._writableState;
  const { length } = r;
  this._transform(chunk, encoding, (error: any, value: any) => {
    if (error) return callback(error);
    if (value !== undefined && value !== null) this.push(value);
    if (w.ended || length === r.length || r.length < r.highWaterMark) callback();
    else this[waiting] = callback;
  });
};
proto._read = function () {
  if (!this[waiting]) return;
  const callback = this[waiting];
  this[waiting] = null;
  callback();
};

export function PassThrough(this: any, options?: any): any {
  if (!(this instanceof (PassThrough as any))) return new (PassThrough as any)(options);
  (Transform as any).call(this, options);
}
Object.setPrototypeOf(PassThrough.prototype, Transform.prototype);
Object.setPrototypeOf(PassThrough, Transform);
(PassThrough.prototype as any)._transform = function (chunk: any, _encoding: any, callback: any) {
  callback(null, chunk);
};

export { errorOrDestroy };
