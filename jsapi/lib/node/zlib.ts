// This file is node:zlib: compression, at once and as streams.
import { checkFunction, fault, wrongType } from "./errors";
import { Transform } from "./stream_duplex";

const { zlib } = __hitlrun.node;
const g: any = globalThis;
const { Buffer } = g;

export const constants: any = {
  Z_NO_FLUSH: 0, Z_PARTIAL_FLUSH: 1, Z_SYNC_FLUSH: 2, Z_FULL_FLUSH: 3, Z_FINISH: 4, Z_BLOCK: 5, Z_OK: 0, Z_STREAM_END: 1, Z_NEED_DICT: 2, Z_ERRNO: -1,
  Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4, Z_BUF_ERROR: -5, Z_VERSION_ERROR: -6, Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9,
  Z_DEFAULT_COMPRESSION: -1, Z_FILTERED: 1, Z_HUFFMAN_ONLY: 2, Z_RLE: 3, Z_FIXED: 4, Z_DEFAULT_STRATEGY: 0, DEFLATE: 1, INFLATE: 2, GZIP: 3, GUNZIP: 4,
  DEFLATERAW: 5, INFLATERAW: 6, UNZIP: 7, BROTLI_DECODE: 8, BROTLI_ENCODE: 9, Z_MIN_WINDOWBITS: 8, Z_MAX_WINDOWBITS: 15, Z_DEFAULT_WINDOWBITS: 15,
  Z_MIN_CHUNK: 64, Z_MAX_CHUNK: Infinity, Z_DEFAULT_CHUNK: 16384, Z_MIN_MEMLEVEL: 1, Z_MAX_MEMLEVEL: 9, Z_DEFAULT_MEMLEVEL: 8, Z_MIN_LEVEL: -1, Z_MAX_LEVEL: 9,
  Z_DEFAULT_LEVEL: -1, BROTLI_OPERATION_PROCESS: 0, BROTLI_OPERATION_FLUSH: 1, BROTLI_OPERATION_FINISH: 2, BROTLI_OPERATION_EMIT_METADATA: 3,
  BROTLI_PARAM_MODE: 0, BROTLI_MODE_GENERIC: 0, BROTLI_MODE_TEXT: 1, BROTLI_MODE_FONT: 2, BROTLI_PARAM_QUALITY: 1, BROTLI_MIN_QUALITY: 0,
  BROTLI_MAX_QUALITY: 11, BROTLI_DEFAULT_QUALITY: 11, BROTLI_PARAM_LGWIN: 2, BROTLI_PARAM_SIZE_HINT: 5,
};

/** The name of each class, whether it compresses, and its format. */
const kinds: Record<string, { compresses: boolean; format: string }> = {
  Gzip: { compresses: true, format: "gzip" }, Gunzip: { compresses: false, format: "gzip" }, Deflate: { compresses: true, format: "zlib" },
  Inflate: { compresses: false, format: "zlib" }, DeflateRaw: { compresses: true, format: "raw" }, InflateRaw: { compresses: false, format: "raw" },
  Unzip: { compresses: false, format: "unzip" }, BrotliCompress: { compresses: true, format: "brotli" }, BrotliDecompress: { compresses: false, format: "brotli" },
};

function bytesOf(data: any): any {
  if (typeof data === "string") return Buffer.from(data);
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return data;
  throw wrongType("buffer", "of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer", data);
}

function run(kind: string, data: any, options: any = {}): any {
  const { compresses, format } = kinds[kind];
  const bytes = bytesOf(data);
  if (compresses) return Buffer.from(zlib.compress(format, bytes, options.level === undefined ? -1 : options.level));
  try {
    return Buffer.from(zlib.decompress(format, bytes, options.maxOutputLength || 2 ** 32));
  } catch (error: any) {
    if (error.code === "ERR_BUFFER_TOO_LARGE") throw fault("RangeError", error.code, error.message);
    throw error;
  }
}

const flushes = Symbol("flush");
const native = Symbol("native"); // the handle of the work in Go

function streamClass(kind: string): any {
  const Class: any = function (this: any, options?: any) {
    if (!(this instanceof Class)) return new Class(options);
    (Transform as any).call(this, options);
    this._options = options || {};
    this.bytesWritten = 0;
    this[native] = null;
    this._handle = { close: () => this.reset() }; // packages replace it by functions of their own for a time
  };
  Object.defineProperty(Class, "name", { value: kind, configurable: true });
  Object.setPrototypeOf(Class.prototype, Transform.prototype);
  const proto = Class.prototype;
  const { compresses, format } = kinds[kind];
  /** Calls f with the handle, and pushes its result. */
  const work = (self: any, f: (handle: any) => any): any => {
    if (!self[native]) self[native] = compresses ? zlib.compressor(format, self._options.level === undefined ? -1 : self._options.level) : zlib.decompressor(format);
    return Buffer.from(f(self[native]) || []);
  };
  const step = (self: any, f: (handle: any) => any, done: any) => {
    try {
      const bytes = work(self, f);
      for (let at = 0; at < bytes.length; at += 16384) self.push(bytes.subarray(at, at + 16384));
    } catch (error) {
      return done(error);
    }
    done();
  };
  proto._transform = function (chunk: any, _encoding: string, done: any) {
    if (chunk[flushes]) return step(this, (handle) => handle.flush && handle.flush(), done);
    this.bytesWritten += chunk.length;
    step(this, (handle) => handle.write(chunk), done);
  };
  proto._flush = function (done: any) {
    step(this, (handle) => handle.end(), done);
  };
  proto._destroy = function (error: any, done: any) {
    this.reset();
    done(error);
  };
  proto.close = function (callback?: any) {
    if (callback) this.once("close", callback);
    this.destroy();
  };
  proto.flush = function (...args: any[]) {
    const callback = args.find((arg) => typeof arg === "function");
    if (this.writableFinished) return void (callback && g.process.nextTick(callback));
    if (this.writableEnded) return void (callback && this.once("end", callback));
    // A flush is an empty chunk after what was written.
    this.write(Object.assign(Buffer.alloc(0), { [flushes]: true }), "", callback);
  };
  proto.params = (_level: number, _strategy: number, callback: any) => g.process.nextTick(callback);
  proto.reset = function () {
    if (this[native] && this[native].close) this[native].close();
    this[native] = null;
  };
  /** Processes a chunk at once, and then flushes. */
  proto._processChunk = function (chunk: any, flush: number) {
    this.bytesWritten += chunk.length;
    const parts = [work(this, (handle) => handle.write(chunk))];
    if (flush === constants.Z_FINISH) parts.push(work(this, (handle) => handle.end()));
    else if (flush !== constants.Z_NO_FLUSH) parts.push(work(this, (handle) => handle.flush && handle.flush()));
    return Buffer.concat(parts);
  };
  return Class;
}

const sync = (kind: string) => (data: any, options?: any): any => run(kind, data, options);
const called = (kind: string) => (data: any, options: any, callback = options): void => {
  checkFunction(callback, "callback");
  bytesOf(data);
  let results: any[];
  try {
    results = [null, run(kind, data, typeof options === "function" ? {} : options)];
  } catch (error) {
    results = [error];
  }
  g.setImmediate(callback, ...results);
};

export const Gzip = streamClass("Gzip");
export const Gunzip = streamClass("Gunzip");
export const Deflate = streamClass("Deflate");
export const Inflate = streamClass("Inflate");
export const DeflateRaw = streamClass("DeflateRaw");
export const InflateRaw = streamClass("InflateRaw");
export const Unzip = streamClass("Unzip");
export const BrotliCompress = streamClass("BrotliCompress");
export const BrotliDecompress = streamClass("BrotliDecompress");
export const createGzip = (options?: any): any => new Gzip(options);
export const createGunzip = (options?: any): any => new Gunzip(options);
export const createDeflate = (options?: any): any => new Deflate(options);
export const createInflate = (options?: any): any => new Inflate(options);
export const createDeflateRaw = (options?: any): any => new DeflateRaw(options);
export const createInflateRaw = (options?: any): any => new InflateRaw(options);
export const createUnzip = (options?: any): any => new Unzip(options);
export const createBrotliCompress = (options?: any): any => new BrotliCompress(options);
export const createBrotliDecompress = (options?: any): any => new BrotliDecompress(options);
export const gzipSync = sync("Gzip");
export const gunzipSync = sync("Gunzip");
export const deflateSync = sync("Deflate");
export const inflateSync = sync("Inflate");
export const deflateRawSync = sync("DeflateRaw");
export const inflateRawSync = sync("InflateRaw");
export const unzipSync = sync("Unzip");
export const brotliCompressSync = sync("BrotliCompress");
export const brotliDecompressSync = sync("BrotliDecompress");
export const gzip = called("Gzip");
export const gunzip = called("Gunzip");
export const deflate = called("Deflate");
export const inflate = called("Inflate");
export const deflateRaw = called("DeflateRaw");
export const inflateRaw = called("InflateRaw");
export const unzip = called("Unzip");
export const brotliCompress = called("BrotliCompress");
export const brotliDecompress = called("BrotliDecompress");
export const crc32 = (data: any, value = 0): number => zlib.crc32(bytesOf(data), value);
export const codes: any = { Z_OK: 0, Z_STREAM_END: 1, Z_NEED_DICT: 2, Z_ERRNO: -1, Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4, Z_BUF_ERROR: -5, Z_VERSION_ERROR: -6 };

// The constants of Brotli are only in constants.
const old = Object.fromEntries(Object.entries(constants).filter(([name]) => !name.startsWith("BROTLI_")));
export default {
  constants, codes, Gzip, Gunzip, Deflate, Inflate, DeflateRaw, InflateRaw, Unzip, BrotliCompress, BrotliDecompress, createGzip, createGunzip,
  createDeflate, createInflate, createDeflateRaw, createInflateRaw, createUnzip, createBrotliCompress, createBrotliDecompress, gzipSync, gunzipSync,
  deflateSync, inflateSync, deflateRawSync, inflateRawSync, unzipSync, brotliCompressSync, brotliDecompressSync, gzip, gunzip, deflate, inflate,
  deflateRaw, inflateRaw, unzip, brotliCompress, brotliDecompress, crc32, ...old,
};
