// This file has the methods of arrays for streams of node:stream, and conversions to and from streams of the web.
import { Duplex, PassThrough } from "./stream_duplex";
import { eos, isNode, isReadableStream, pipelineOf } from "./stream_end";
import { from } from "./stream_iterate";
import { Readable } from "./stream_readable";
import { Writable } from "./stream_writable";
import { checkFunction, fault, outOfRange } from "./errors";

const g: any = globalThis;
const stopped = (signal: any) => {
  if (signal && signal.aborted) throw signal.reason;
};

/** Yields the results of f for the chunks, in their order. The options limit how many are active at a time. */
async function* mapped(stream: any, f: any, options: any): AsyncGenerator<any> {
  const { concurrency = 1, signal } = options || {};
  const waiting: Promise<any>[] = [];
  const abort = new AbortController();
  try {
    for await (const chunk of stream) {
      stopped(signal);
      const result = Promise.resolve().then(() => f(chunk, { signal: abort.signal }));
      result.catch(() => {});
      waiting.push(result);
      if (waiting.length >= concurrency) yield await waiting.shift();
    }
    while (waiting.length > 0) yield await waiting.shift();
  } finally {
    abort.abort();
  }
}

async function* filtered(stream: any, f: any, options: any): AsyncGenerator<any> {
  for await (const [keep, chunk] of mapped(stream, async (chunk: any, o: any) => [await f(chunk, o), chunk], options)) if (keep) yield chunk;
}
async function* flat(stream: any, f: any, options: any): AsyncGenerator<any> {
  for await (const list of mapped(stream, f, options)) yield* list;
}
async function* taken(stream: any, n: number, options: any): AsyncGenerator<any> {
  if (n === 0) return;
  for await (const chunk of stream) {
    stopped(options && options.signal);
    yield chunk;
    if (--n <= 0) return;
  }
}
async function* dropped(stream: any, n: number, options: any): AsyncGenerator<any> {
  for await (const chunk of stream) {
    stopped(options && options.signal);
    if (n-- <= 0) yield chunk;
  }
}
async function* indexed(stream: any): AsyncGenerator<any> {
  let i = 0;
  for await (const chunk of stream) yield [i++, chunk];
}
function count(n: any): number {
  n = Number(n);
  if (Number.isNaN(n) || n < 0) throw outOfRange("number", ">= 0", n);
  return n;
}

const streams: Record<string, (stream: any, ...args: any[]) => any> = {
  map: (s, f, o) => (checkFunction(f, "fn"), mapped(s, f, o)),
  filter: (s, f, o) => (checkFunction(f, "fn"), filtered(s, f, o)),
  flatMap: (s, f, o) => (checkFunction(f, "fn"), flat(s, f, o)),
  take: (s, n, o) => taken(s, count(n), o),
  drop: (s, n, o) => dropped(s, count(n), o),
  asIndexedPairs: indexed,
};
const promises: Record<string, (stream: any, ...args: any[]) => any> = {
  async forEach(s, f, o) {
    checkFunction(f, "fn");
    for await (const _ of mapped(s, f, o)) void _;
  },
  async toArray(s, o) {
    const list = [];
    for await (const chunk of s) {
      stopped(o && o.signal);
      list.push(chunk);
    }
    return list;
  },
  async some(s, f, o) {
    for await (const _ of filtered(s, f, o)) return void _, true;
    return false;
  },
  async every(s, f, o) {
    checkFunction(f, "fn");
    return !(await promises.some(s, async (chunk: any, options: any) => !(await f(chunk, options)), o));
  },
  async find(s, f, o) {
    for await (const chunk of filtered(s, f, o)) return chunk;
    return undefined;
  },
  async reduce(s, f, ...initial) {
    checkFunction(f, "reducer");
    let empty = initial.length === 0;
    let [value, options] = initial;
    for await (const chunk of s) {
      stopped(options && options.signal);
      value = empty ? chunk : await f(value, chunk, { signal: options && options.signal });
      empty = false;
    }
    if (empty) throw Object.assign(new TypeError("Reduce of an empty stream requires an initial value"), { code: "ERR_MISSING_ARGS" });
    return value;
  },
};

/** Returns a Readable for a ReadableStream. */
function readableFromWeb(stream: any, options: any = {}): any {
  const reader = stream.getReader();
  let closed = false;
  const readable = new (Readable as any)({
    ...options,
    read(this: any) {
      reader.read().then(
        ({ value, done }: any) => this.push(done ? null : value),
        (error: any) => this.destroy(error),
      );
    },
    destroy(error: any, callback: any) {
      const end = () => callback(error);
      if (closed) return end();
      reader.cancel(error).then(end, end);
    },
  });
  reader.closed.then(() => (closed = true), (error: any) => {
    closed = true;
    readable.destroy(error);
  });
  return readable;
}

/** Returns a ReadableStream for a Readable. */
function readableToWeb(readable: any, options?: any): any {
  const { objectMode, highWaterMark } = readable._readableState || {};
  const strategy = (options && options.strategy) || (objectMode ? new g.CountQueuingStrategy({ highWaterMark }) : { highWaterMark });
  let controller: any;
  readable.pause();
  eos(readable, (error: any) => {
    readable.on("error", () => {});
    if (error) controller.error(error);
    else controller.close();
  });
  readable.on("data", (chunk: any) => {
    if (g.Buffer.isBuffer(chunk) && !objectMode) chunk = new Uint8Array(chunk);
    controller.enqueue(chunk);
    if (controller.desiredSize <= 0) readable.pause();
  });
  readable.pause();
  return new g.ReadableStream(
    {
      start: (c: any) => void (controller = c),
      pull: () => void readable.resume(),
      cancel: (reason: any) => void readable.destroy(reason),
    },
    strategy,
  );
}

function writableFromWeb(stream: any, options: any = {}): any {
  const writer = stream.getWriter();
  return new (Writable as any)({
    ...options,
    write: (chunk: any, _encoding: any, done: any) => void writer.ready.then(() => writer.write(chunk)).then(() => done(), done),
    final: (done: any) => void writer.close().then(() => done(), done),
    destroy(error: any, done: any) {
      const end = () => done(error);
      if (error) writer.abort(error).then(end, end);
      else end();
    },
  });
}

function writableToWeb(writable: any): any {
  let drained: (() => void) | undefined;
  writable.on("drain", () => drained && drained());
  return new g.WritableStream({
    start: (controller: any) => void eos(writable, { readable: false }, (error: any) => error && controller.error(error)),
    write: (chunk: any) => (writable.writableNeedDrain || !writable.write(chunk) ? new Promise<void>((resolve) => (drained = resolve)) : undefined),
    close: () => new Promise<void>((resolve, reject) => writable.end((error: any) => (error ? reject(error) : resolve()))),
    abort: (reason: any) => void writable.destroy(reason),
  });
}

function duplexFrom(body: any): any {
  if (isNode(body)) return body;
  if (typeof body === "function") {
    const input = new (PassThrough as any)({ objectMode: true });
    const value = body(readableOf(input), { signal: new AbortController().signal });
    if (value && typeof value.then === "function") return pair(undefined, input);
    return pair(from(Readable, value), input);
  }
  if (body && (body.readable || body.writable)) {
    return pair(isReadableStream(body.readable) ? readableFromWeb(body.readable) : body.readable, body.writable && body.writable.getWriter ? writableFromWeb(body.writable) : body.writable);
  }
  if (isReadableStream(body)) return readableFromWeb(body);
  if (body && typeof body.then === "function") return from(Readable, (async function* () { yield await body; })());
  return from(Readable, body);
}
const readableOf = (stream: any): any => stream;

/** Returns a Duplex that reads from one stream and writes to another. */
function pair(r: any, w: any): any {
  const duplex = new (Duplex as any)({ readableObjectMode: true, writableObjectMode: true, readable: Boolean(r), writable: Boolean(w) });
  if (w) {
    duplex._write = (chunk: any, encoding: any, done: any) => (w.write(chunk, encoding) ? done() : w.once("drain", () => done()));
    duplex._final = (done: any) => w.end(() => done());
    w.on("error", (error: any) => duplex.destroy(error));
  }
  if (r) {
    r.on("data", (chunk: any) => duplex.push(chunk) || r.pause());
    r.on("end", () => duplex.push(null));
    r.on("error", (error: any) => duplex.destroy(error));
    duplex._read = () => r.resume();
    r.pause();
  }
  duplex._destroy = (error: any, done: any) => {
    for (const side of [r, w]) if (side && !side.destroyed) side.destroy(error);
    done(error);
  };
  return duplex;
}

/** Returns a Duplex of several streams. Each reads what the one before it returns. */
export function compose(...list: any[]): any {
  if (list.length === 0) throw fault("TypeError", "ERR_MISSING_ARGS", 'The "streams" argument must be specified');
  const parts = list.map((part) => (typeof part === "function" || !isNode(part) ? duplexFrom(part) : part));
  if (parts.length === 1) return parts[0];
  const first = parts[0];
  const last = parts[parts.length - 1];
  const duplex = pair(last.readable ? last : undefined, first.writable ? first : undefined);
  pipelineOf(PassThrough, parts, (error: any) => {
    if (error) duplex.destroy(error);
  });
  return duplex;
}

/** Adds all these methods to the classes. */
export function install(): void {
  const proto: any = Readable.prototype;
  for (const name of Object.keys(streams)) {
    Object.defineProperty(proto, name, {
      configurable: true, writable: true, enumerable: false,
      value(this: any, ...args: any[]) {
        return from(Readable, streams[name](this, ...args));
      },
    });
  }
  for (const name of Object.keys(promises)) {
    Object.defineProperty(proto, name, {
      configurable: true, writable: true, enumerable: false,
      value(this: any, ...args: any[]) {
        return promises[name](this, ...args);
      },
    });
  }
  proto.compose = function (this: any, part: any) {
    return compose(this, part);
  };
  const R: any = Readable;
  R.from = (iterable: any, options?: any) => from(Readable, iterable, options);
  R.fromWeb = readableFromWeb;
  R.toWeb = readableToWeb;
  R.wrap = (stream: any, options?: any) => new R({ objectMode: true, ...options }).wrap(stream);
  const W: any = Writable;
  W.fromWeb = writableFromWeb;
  W.toWeb = writableToWeb;
  const D: any = Duplex;
  D.from = duplexFrom;
  D.fromWeb = ({ readable, writable }: any) => pair(readableFromWeb(readable), writableFromWeb(writable));
  D.toWeb = (duplex: any) => ({ readable: readableToWeb(duplex), writable: writableToWeb(duplex) });
}
