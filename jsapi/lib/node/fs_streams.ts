// This file has createReadStream and createWriteStream of node:fs.
import { extend } from "./classes";
import { closeSync, openSync, readSync, writeSync } from "./fs_open";
import { toOptions, toPath } from "./fs_shared";
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
  if (this.fd !== null && this.autoClose) attempt(() => closeSync(this.fd), () => {});
  done(error);
}

export function ReadStream(this: any, path: any, options?: any): any {
  if (!(this instanceof (ReadStream as any))) return new (ReadStream as any)(path, options);
  options = { highWaterMark: 65536, emitClose: true, ...toOptions(options) };
  this.path = options.fd === undefined || options.fd === null ? toPath(path) : undefined;
  this.fd = options.fd === undefined ? null : options.fd;
  this.flags = options.flags || "r";
  this.mode = options.mode === undefined ? 0o666 : options.mode;
  this.start = options.start;
  this.end = options.end === undefined ? Infinity : options.end;
  this.pos = options.start || 0;
  this.bytesRead = 0;
  this.autoClose = options.autoClose !== false;
  (Readable as any).call(this, options);
  if (options.encoding) this.setEncoding(options.encoding);
}
extend(ReadStream, Readable, {
  open: noOpen,
  _construct: openFile,
  _read(this: any, size: number): void {
    const bytes = g.Buffer.alloc(Math.max(0, Math.min(size, this.end - this.pos + 1)));
    attempt(() => (bytes.length === 0 ? 0 : readSync(this.fd, bytes, 0, bytes.length, this.pos)), (error, count) => {
      if (error) return this.destroy(error);
      this.pos += count;
      this.bytesRead += count;
      this.push(count === 0 ? null : bytes.subarray(0, count));
    });
  },
  _destroy: closeFile,
  close(this: any, callback?: any): void {
    if (callback) this.once("close", callback);
    this.destroy();
  },
});

export function WriteStream(this: any, path: any, options?: any): any {
  if (!(this instanceof (WriteStream as any))) return new (WriteStream as any)(path, options);
  options = { ...toOptions(options), decodeStrings: true };
  this.path = options.fd === undefined || options.fd === null ? toPath(path) : undefined;
  this.fd = options.fd === undefined ? null : options.fd;
  this.flags = options.flags || "w";
  this.mode = options.mode === undefined ? 0o666 : options.mode;
  this.start = options.start;
  this.pos = options.start;
  this.bytesWritten = 0;
  this.autoClose = options.autoClose !== false;
  (Writable as any).call(this, options);
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
    if (callback) this.once("close", callback);
    this.end();
  },
});

export const createReadStream = (path: any, options?: any): any => new (ReadStream as any)(path, options);
export const createWriteStream = (path: any, options?: any): any => new (WriteStream as any)(path, options);
// fs/promises uses these classes when they are loaded.
Object.assign(__hitlrun.node.fs, { ReadStream, WriteStream });
