// This file is node:zlib: compression, at once and as streams.
import { checkFunction, fault, outOfRange, wrongType } from "./errors";
import { Transform } from "./stream_duplex";
import { eos } from "./stream_end";

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

/** Returns a number among the options, or the other value if there is none. */
const numberOf = (options: any, name: string, from: number, to: number, otherwise: number): number => inRange(options[name], `options.${name}`, from, to, otherwise);

function inRange(value: any, name: string, from: number, to: number, otherwise: number): number {
  if (value === undefined || Number.isNaN(value)) return otherwise;
  if (typeof value !== "number") throw wrongType(name, "of type number", value);
  if (!Number.isFinite(value)) throw outOfRange(name, "a finite number", value);
  if (value < from || value > to) throw outOfRange(name, to === Infinity ? `>= ${from}` : `>= ${from} and <= ${to}`, value);
  return value;
}

/** Checks the options of a kind, and returns those for Go, and others. */
function settings(kind: string, options: any): any {
  options = options || {};
  const { compresses, format } = kinds[kind];
  const isBrotli = format === "brotli";
  const [last, finish] = isBrotli ? [3, constants.BROTLI_OPERATION_FINISH] : [5, constants.Z_FINISH];
  const piece = numberOf(options, "chunkSize", constants.Z_MIN_CHUNK, Infinity, constants.Z_DEFAULT_CHUNK);
  const flush = numberOf(options, "flush", 0, last, 0);
  const finishFlush = numberOf(options, "finishFlush", 0, last, finish);
  const most = numberOf(options, "maxOutputLength", 1, 2 ** 32, 2 ** 32);
  const all: any = { piece, most, flush: compresses ? flush : 0, finish: finishFlush, partial: !compresses && finishFlush !== finish, info: Boolean(options.info) };
  if (finishFlush !== finish) all.end = finishFlush === 0 || (isBrotli && finishFlush === 3) ? "open" : "flush";
  if (isBrotli) return { ...all, ...brotliSettings(options.params || {}) };
  if (compresses || (options.windowBits !== 0 && options.windowBits !== null)) numberOf(options, "windowBits", kind === "Gzip" ? 9 : 8, 15, 15);
  all.level = numberOf(options, "level", -1, 9, -1);
  numberOf(options, "memLevel", 1, 9, 8);
  all.strategy = numberOf(options, "strategy", 0, 4, 0);
  all.given = all.level; // as params() compares it
  all.level = levelFor(all.level, all.strategy);
  const { dictionary } = options;
  if (dictionary !== undefined && !(dictionary instanceof ArrayBuffer) && !ArrayBuffer.isView(dictionary)) {
    throw wrongType("options.dictionary", "an instance of Buffer, TypedArray, DataView, or ArrayBuffer", dictionary);
  }
  if (format !== "gzip") all.dictionary = dictionary;
  return all;
}

/** Returns the level of the compressor in Go. */
const levelFor = (level: number, strategy: number): number => (strategy === constants.Z_HUFFMAN_ONLY && level !== 0 ? -2 : level);

function brotliSettings(params: any): any {
  for (const key of Object.keys(params)) {
    if (!/^[0-8]$/.test(key)) throw fault("RangeError", "ERR_BROTLI_INVALID_PARAM", `${key} is not a valid Brotli parameter`);
    if (typeof params[key] !== "number" && typeof params[key] !== "boolean") throw wrongType("options.params[key]", "of type number", params[key]);
  }
  return { quality: params[constants.BROTLI_PARAM_QUALITY], window: params[constants.BROTLI_PARAM_LGWIN] };
}

const tooLarge = (most: number): any => fault("RangeError", "ERR_BUFFER_TOO_LARGE", `Cannot create a Buffer larger than ${most} bytes`);

function run(kind: string, data: any, options: any): any {
  const { compresses, format } = kinds[kind];
  const set = settings(kind, options);
  const bytes = bytesOf(data);
  const result = (output: any) => {
    if (output.byteLength > set.most) throw tooLarge(set.most);
    const buffer = Buffer.from(output);
    return set.info ? { buffer, engine: Object.assign(new classes[kind](options), { bytesWritten: bytes.byteLength }) } : buffer;
  };
  if (compresses) return result(zlib.compress(format, bytes, set));
  try {
    return result(zlib.decompress(format, bytes, set.most, set));
  } catch (error: any) {
    throw error.code === "ERR_BUFFER_TOO_LARGE" ? tooLarge(set.most) : error;
  }
}

const flushes = Symbol("flush"); // the kind of flush for which a chunk stands
const native = Symbol("native"); // the handle of the work in Go
const held = Symbol("held"); // goes on when the output is read
const classes: Record<string, any> = {};
const inOneTurn = 64; // how many pieces of output are made before other callbacks run

/** Pushes the output of a decompressor, piece by piece, as fast as it is read. */
function pump(self: any, handle: any, done: any, pieces = inOneTurn): void {
  self[held] = null;
  try {
    while (!self.destroyed && self[native] === handle) {
      if (pieces-- === 0) return void g.setImmediate(pump, self, handle, done);
      const piece = handle.read();
      if (!piece) return done();
      if (!self.push(Buffer.from(piece))) {
        self[held] = () => pump(self, handle, done);
        return;
      }
    }
  } catch (error) {
    done(error);
  }
}

function streamClass(kind: string): any {
  const Class: any = function (this: any, options?: any) {
    if (!(this instanceof Class)) return new Class(options);
    const set = settings(kind, options);
    if (options && (options.encoding || options.objectMode || options.writableObjectMode)) options = { ...options, encoding: null, objectMode: false, writableObjectMode: false };
    (Transform as any).call(this, options);
    this._options = set;
    this.bytesWritten = 0;
    this[native] = this[held] = null;
    this._handle = { close: () => this.reset() }; // packages replace it by functions of their own for a time
  };
  classes[kind] = Class;
  Object.defineProperty(Class, "name", { value: kind, configurable: true });
  Object.setPrototypeOf(Class.prototype, Transform.prototype);
  const proto = Class.prototype;
  const { compresses, format } = kinds[kind];
  const handleOf = (self: any): any => {
    if (!self[native]) self[native] = compresses ? zlib.compressor(format, self._options) : zlib.decompressor(format, self._options);
    return self[native];
  };
  /** Calls f with the handle, and pushes the output. */
  const step = (self: any, f: (handle: any) => any, done: any) => {
    try {
      const handle = handleOf(self);
      const output = f(handle);
      if (!compresses) return pump(self, handle, done);
      const bytes = Buffer.from(output);
      for (let at = 0; at < bytes.length; at += self._options.piece) self.push(bytes.subarray(at, at + self._options.piece));
    } catch (error) {
      return done(error);
    }
    done();
  };
  const write = (self: any, chunk: any) => (handle: any) => {
    const output = handle.write(chunk);
    const isLast = self.writableEnded && self.writableLength === chunk.byteLength;
    return self._options.flush && !isLast ? Buffer.concat([Buffer.from(output), Buffer.from(handle.flush(self._options.flush))]) : output;
  };
  proto._transform = function (chunk: any, _encoding: string, done: any) {
    if (chunk[flushes] !== undefined) return compresses ? step(this, (handle) => handle.flush(chunk[flushes]), done) : done();
    this.bytesWritten += chunk.length;
    step(this, write(this, chunk), done);
  };
  proto._flush = function (done: any) {
    step(this, (handle) => handle.end(), done);
  };
  proto._read = function (size: number) {
    const more = this[held];
    this[held] = null;
    if (more) g.process.nextTick(more);
    else (Transform.prototype as any)._read.call(this, size);
  };
  proto._destroy = function (error: any, done: any) {
    this.reset();
    done(error);
  };
  proto.close = function (callback?: any) {
    if (callback) eos(this, callback);
    this.destroy();
  };
  proto.flush = function (kind?: any, callback?: any) {
    if (typeof kind === "function" || (kind === undefined && !callback)) {
      callback = kind;
      kind = format === "brotli" ? constants.BROTLI_OPERATION_FLUSH : constants.Z_FULL_FLUSH;
    }
    if (this.writableFinished) return void (callback && g.process.nextTick(callback));
    if (this.writableEnded) return void (callback && this.once("end", callback));
    // A flush is an empty chunk after what was written.
    this.write(Object.assign(Buffer.alloc(0), { [flushes]: kind }), "", callback);
  };
  // bytesRead is an old name.
  Object.defineProperty(proto, "bytesRead", { configurable: true, get(this: any) { return this.bytesWritten; }, set(this: any, n: number) { this.bytesWritten = n; } });
  proto.params = function (level: any, strategy: any, callback: any) {
    level = inRange(level, "level", -1, 9, -1);
    strategy = inRange(strategy, "strategy", 0, 4, 0);
    const set = this._options;
    if (level === set.given && strategy === set.strategy) return void g.process.nextTick(callback);
    this.flush(constants.Z_SYNC_FLUSH, () => {
      if (this.destroyed) return;
      this._options = { ...set, given: level, strategy, level: levelFor(level, strategy) };
      if (compresses && this[native]) this.push(Buffer.from(this[native].level(this._options.level)));
      if (callback) callback();
    });
  };
  proto.reset = function () {
    if (this[native] && this[native].close) this[native].close();
    this[native] = this[held] = null;
  };
  /** Processes a chunk at once, and then flushes. */
  proto._processChunk = function (chunk: any, flush: number) {
    this.bytesWritten += chunk.length;
    const handle = handleOf(this);
    const parts = [handle.write(chunk)];
    if (flush === constants.Z_FINISH) parts.push(handle.end());
    else if (compresses && flush !== constants.Z_NO_FLUSH) parts.push(handle.flush(flush));
    return compresses ? Buffer.concat(parts.map((part) => Buffer.from(part))) : Buffer.from(handle.all());
  };
  return Class;
}

const sync = (kind: string) => (data: any, options?: any): any => run(kind, data, options);
const called = (kind: string) => (data: any, options: any, callback = options): void => {
  checkFunction(callback, "callback");
  if (typeof options === "function") options = {};
  settings(kind, options);
  bytesOf(data);
  let results: any[];
  try {
    results = [null, run(kind, data, options)];
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
for (const name of Object.keys(codes)) codes[codes[name]] = name;

// The constants of Brotli are only in constants.
const old = Object.fromEntries(Object.entries(constants).filter(([name]) => !name.startsWith("BROTLI_")));
export default {
  constants, codes, Gzip, Gunzip, Deflate, Inflate, DeflateRaw, InflateRaw, Unzip, BrotliCompress, BrotliDecompress, createGzip, createGunzip,
  createDeflate, createInflate, createDeflateRaw, createInflateRaw, createUnzip, createBrotliCompress, createBrotliDecompress, gzipSync, gunzipSync,
  deflateSync, inflateSync, deflateRawSync, inflateRawSync, unzipSync, brotliCompressSync, brotliDecompressSync, gzip, gunzip, deflate, inflate,
  deflateRaw, inflateRaw, unzip, brotliCompress, brotliDecompress, crc32, ...old,
};
