// This file has createReadStream and createWriteStream of node:fs.
import { extend } from "./classes";
import { closeSync, openSync, readSync, writeSync } from "./fs_open";
import { toOptions, toPath } from "./fs_shared";
import { outOfRange, wrongType } from "./errors";
import { errorOrDestroy } from "./stream_base";
import { eos } from "./stream_end";
import { Readable } from "./stream_readable";
import { Writable } from "./stream_writable";

const g: any = globalThis;

/** Runs f, and passes its result or its error to a callback. */
function attempt(f: () => any, done: (error?: any, value?: any) => void): void {
  let value: any;
  try {
    value = f();
  } catch (error) {
    return done(error);
  }
  done(null, value);
}

/** Opens the file of a stream: itself, or with a method open() that old code has added. */
function openFile(this: any, done: any): void {
  if (this.fd !== null) return done();
  if (this.open !== noOpen) return openByMethod(this, done);
  attempt(() => openSync(this.path, this.flags, this.mode), (error, fd) => {
    if (error) return done(error);
    this.fd = fd;
    done();
    this.emit("open", fd);
    this.emit("ready");
  });
}
function noOpen(): void {}

/** Calls open() of a stream, and waits for the event with which it reports its result. */
function openByMethod(stream: any, done: any): void {
  const { emit } = stream;
  stream.emit = function (...args: any[]) {
    const [event, error] = args;
    if (event !== "open" && event !== "error") return emit.apply(this, args);
    stream.emit = emit;
    done(event === "error" ? error : undefined);
    return event === "error" || emit.apply(this, args);
  };
  stream.open();
}

function closeFile(this: any, error: any, done: any): void {
  const { fd } = this;
  this.fd = null;
  if (this[handle]) this[handle].close().then(() => done(error), (failure: any) => done(error || failure));
  else {
    if (fd !== null) attempt(() => closeSync(fd), () => {});
    done(error);
  }
}
const handle = Symbol("handle"); // the FileHandle of the stream

/** Checks a position in a file. */
function checkPosition(value: any, name: string): void {
  if (typeof value !== "number") throw wrongType(name, "of type number", value);
  if (!Number.isInteger(value)) throw outOfRange(name, "an integer", value);
  if (value < 0 || value > Number.MAX_SAFE_INTEGER) throw outOfRange(name, `>= 0 && <= ${Number.MAX_SAFE_INTEGER}`, value);
}

/** Sets what both classes have. A stream with a descriptor begins at its position. */
function setFile(stream: any, path: any, options: any, flags: string): void {
  const { fd } = options;
  const none = fd === undefined || fd === null;
  stream.path = none ? toPath(path) : undefined;
  stream.fd = none ? null : fd;
  if (!none && typeof fd !== "number") {
    if (typeof fd !== "object" || typeof fd.close !== "function") throw wrongType("options.fd", "of type number or an instance of FileHandle", fd);
    stream[handle] = fd;
    stream.fd = fd.fd;
  }
  stream.flags = options.flags || flags;
  stream.mode = options.mode === undefined ? 0o666 : options.mode;
  stream.start = options.start;
  if (options.start !== undefined) checkPosition(options.start, "start");
  stream.pos = options.start;
  stream.autoClose = options.autoClose !== false;
}

export function ReadStream(this: any, path: any, options?: any): any {
  if (!(this instanceof (ReadStream as any))) return new (ReadStream as any)(path, options);
  options = { highWaterMark: 65536, emitClose: true, ...toOptions(options) };
  setFile(this, path, options, "r");
  this.end = options.end === undefined ? Infinity : options.end;
  if (this.end !== Infinity) {
    checkPosition(this.end, "end");
    if (this.start > this.end) throw outOfRange("start", `<= "end" (here: ${this.end})`, this.start);
  }
  this.bytesRead = 0;
  (Readable as any).call(this, { ...options, autoDestroy: this.autoClose });
  if (options.encoding) this.setEncoding(options.encoding);
}
extend(ReadStream, Readable, {
  open: noOpen,
  _construct: openFile,
  _read(this: any, size: number): void {
    // As in Node, the bytes come later, so that a chunk is what one read returned.
    g.process.nextTick(() => {
      if (this.destroyed) return;
      const from = this.pos === undefined ? this.bytesRead : this.pos;
      const bytes = g.Buffer.alloc(Math.max(0, Math.min(size, this.end - from + 1)));
      attempt(() => (bytes.length === 0 ? 0 : readSync(this.fd, bytes, 0, bytes.length, this.pos)), (error, count) => {
        if (error) return errorOrDestroy(this, error);
        if (this.pos !== undefined) this.pos += count;
        this.bytesRead += count;
        this.push(count === 0 ? null : bytes.subarray(0, count));
      });
    });
  },
  _destroy: closeFile,
  close(this: any, callback?: any): void {
    if (callback) eos(this, callback);
    this.destroy();
  },
});

export function WriteStream(this: any, path: any, options?: any): any {
  if (!(this instanceof (WriteStream as any))) return new (WriteStream as any)(path, options);
  options = { ...toOptions(options), decodeStrings: true };
  setFile(this, path, options, "w");
  this.bytesWritten = 0;
  (Writable as any).call(this, { ...options, autoDestroy: this.autoClose });
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}
extend(WriteStream, Writable, {
  open: noOpen,
  _construct: openFile,
  _write(this: any, bytes: any, _encoding: any, done: any): void {
    attempt(() => writeSync(this.fd, bytes, 0, bytes.length, this.pos), (error, count) => {
      if (error) return done(error);
      this.bytesWritten += count;
      if (this.pos !== undefined) this.pos += count;
      done();
    });
  },
  _destroy: closeFile,
  close(this: any, callback?: any): void {
    if (callback) {
      if (this.closed) return void g.process.nextTick(callback);
      this.on("close", callback);
    }
    if (!this.autoClose) this.on("finish", this.destroy);
    this.end();
  },
  destroySoon(this: any, ...args: any[]): any {
    return this.end(...args);
  },
});

for (const Class of [ReadStream, WriteStream]) {
  Object.defineProperty(Class.prototype, "pending", { configurable: true, get(this: any) { return this.fd === null; } });
}

export const createReadStream = (path: any, options?: any): any => new (ReadStream as any)(path, options);
export const createWriteStream = (path: any, options?: any): any => new (WriteStream as any)(path, options);
// fs/promises uses these classes when they are loaded.
Object.assign(__hitlrun.node.fs, { ReadStream, WriteStream });
