// This file has createReadStream and createWriteStream of node:fs.
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

export class ReadStream extends (Readable as any) {
  [key: string]: any;
  constructor(path: any, options?: any) {
    options = { highWaterMark: 65536, emitClose: true, ...toOptions(options) };
    super(options);
    this.path = options.fd === undefined || options.fd === null ? toPath(path) : undefined;
    this.fd = options.fd === undefined ? null : options.fd;
    this.flags = options.flags || "r";
    this.start = options.start;
    this.end = options.end === undefined ? Infinity : options.end;
    this.pos = options.start || 0;
    this.bytesRead = 0;
    this.autoClose = options.autoClose !== false;
    if (options.encoding) this.setEncoding(options.encoding);
  }
  _construct(done: any): void {
    if (this.fd !== null) return done();
    attempt(() => openSync(this.path, this.flags), (error, fd) => {
      if (error) return done(error);
      this.fd = fd;
      done();
      this.emit("open", fd);
      this.emit("ready");
    });
  }
  _read(size: number): void {
    const bytes = g.Buffer.alloc(Math.max(0, Math.min(size, this.end - this.pos + 1)));
    attempt(() => (bytes.length === 0 ? 0 : readSync(this.fd, bytes, 0, bytes.length, this.pos)), (error, count) => {
      if (error) return this.destroy(error);
      this.pos += count;
      this.bytesRead += count;
      this.push(count === 0 ? null : bytes.subarray(0, count));
    });
  }
  _destroy(error: any, done: any): void {
    if (this.fd !== null && this.autoClose) attempt(() => closeSync(this.fd), () => {});
    done(error);
  }
  close(callback?: any): void {
    if (callback) this.once("close", callback);
    this.destroy();
  }
}

export class WriteStream extends (Writable as any) {
  [key: string]: any;
  constructor(path: any, options?: any) {
    options = { decodeStrings: true, ...toOptions(options) };
    super(options);
    this.path = options.fd === undefined || options.fd === null ? toPath(path) : undefined;
    this.fd = options.fd === undefined ? null : options.fd;
    this.flags = options.flags || "w";
    this.mode = options.mode;
    this.pos = options.start;
    this.bytesWritten = 0;
    this.autoClose = options.autoClose !== false;
    if (options.encoding) this.setDefaultEncoding(options.encoding);
  }
  _construct(done: any): void {
    if (this.fd !== null) return done();
    attempt(() => openSync(this.path, this.flags, this.mode), (error, fd) => {
      if (error) return done(error);
      this.fd = fd;
      done();
      this.emit("open", fd);
      this.emit("ready");
    });
  }
  _write(bytes: any, _encoding: any, done: any): void {
    attempt(() => writeSync(this.fd, bytes, 0, bytes.length, this.pos), (error, count) => {
      if (error) return done(error);
      this.bytesWritten += count;
      if (this.pos !== undefined) this.pos += count;
      done();
    });
  }
  _destroy(error: any, done: any): void {
    if (this.fd !== null && this.autoClose) attempt(() => closeSync(this.fd), () => {});
    done(error);
  }
  close(callback?: any): void {
    if (callback) this.once("close", callback);
    this.end();
  }
}

export const createReadStream = (path: any, options?: any): any => new ReadStream(path, options);
export const createWriteStream = (path: any, options?: any): any => new WriteStream(path, options);
