// This file has the methods of arrays for streams of node:stream, and conversions to and from streams of the web.
import { Duplex, PassThrough } from "./stream_duplex";
import { eos, isNode, isReadableStream, pipelineOf } from "./stream_end";
import { from } from "./stream_iterate";
import { Readable } from "./stream_readable";
import { Writable } from "./stream_writable";
import { abortError, checkFunction, fault, outOfRange } from "./errors";

const g: any = globalThis;
const asyncKey: any = Symbol.asyncIterator || Symbol.for("Symbol.asyncIterator");
const stopped = (signal: any) => {
  if (signal && signal.aborted) throw signal.reason;
};

/** Returns an option that counts something. */
function amount(options: any, name: string, least: number, otherwise: number): number {
  if (options[name] === undefined || options[name] === null) return otherwise;
  const n = Math.floor(options[name]);
  if (!Number.isInteger(n)) throw outOfRange(`options.${name}`, "an integer", n);
  if (n < least) throw outOfRange(`options.${name}`, `>= ${least} && <= ${Number.MAX_SAFE_INTEGER}`, n);
  return n;
}

/** Yields the results of f for the chunks, in their order. The options limit how many are active at a time. */
function mapped(stream: any, f: any, options: any): AsyncGenerator<any> {
  options = options || {};
  const concurrency = amount(options, "concurrency", 1, 1);
  return inOrder(stream, f, options.signal, concurrency, concurrency + amount(options, "highWaterMark", 0, concurrency - 1));
}

async function* inOrder(stream: any, f: any, signal: any, concurrency: number, most: number): AsyncGenerator<any> {
  const results: Promise<any>[] = [];
  const abort = new AbortController();
  const given = signal ? (AbortSignal as any).any([signal, abort.signal]) : abort.signal;
  const end = Symbol("end");
  let active = 0;
  let done = false;
  let next: (() => void) | undefined; // waits for a result
  let resume: (() => void) | undefined; // waits for room
  const call = (waits: (() => void) | undefined) => waits && waits();
  const ready = () => {
    if (!resume || (!done && (active >= concurrency || results.length >= most))) return;
    call(resume);
    resume = undefined;
  };
  const add = (result: any) => {
    results.push(result);
    call(next);
    next = undefined;
  };
  const settled = () => {
    active--;
    ready();
  };
  const failed = () => {
    done = true;
    settled();
  };
  const pump = async () => {
    try {
      for await (const chunk of stream) {
        if (done) return;
        stopped(signal);
        let result: Promise<any>;
        try {
          result = Promise.resolve(f(chunk, { signal: given }));
        } catch (error) {
          result = Promise.reject(error);
        }
        active++;
        result.then(settled, failed);
        add(result);
        if (!done && (results.length >= most || active >= concurrency)) await new Promise<void>((go) => (resume = go));
        if (done) return;
      }
      add(Promise.resolve(end));
    } catch (error) {
      const result = Promise.reject(error);
      result.catch(() => {});
      add(result);
    }
  };
  pump();
  try {
    for (;;) {
      while (results.length > 0) {
        const value = await results[0];
        if (value === end) return;
        stopped(signal);
        yield value;
        results.shift();
        ready();
      }
      await new Promise<void>((go) => (next = go));
    }
  } finally {
    done = true;
    ready();
    abort.abort();
    if (typeof stream.destroy === "function" && !stream.readableEnded) stream.destroy();
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
    return duplexOf(body);
  }
  if (body && (body.readable || body.writable)) {
    return pair(isReadableStream(body.readable) ? readableFromWeb(body.readable) : body.readable, body.writable && body.writable.getWriter ? writableFromWeb(body.writable) : body.writable);
  }
  if (isReadableStream(body)) return readableFromWeb(body);
  if (body && typeof body.then === "function") return from(Readable, (async function* () { yield await body; })());
  return from(Readable, body);
}

/** Returns a Duplex whose chunks a function gets as an iterator. It reads what the function yields, and finishes when its promise is resolved. */
function duplexOf(body: any): any {
  const abort = new AbortController();
  let resolve: (step: any) => void;
  let coming = new Promise<any>((go) => (resolve = go));
  async function* chunks(): AsyncGenerator<any> {
    for (;;) {
      const { chunk, last, done } = await coming;
      g.process.nextTick(done);
      if (last) return;
      if (abort.signal.aborted) throw abortError(abort.signal);
      coming = new Promise((go) => (resolve = go));
      yield chunk;
    }
  }
  const value = body(chunks(), { signal: abort.signal });
  const options: any = {
    objectMode: true,
    write: (chunk: any, _encoding: any, done: any) => resolve({ chunk, done }),
    final: (done: any) => resolve({ last: true, done }),
    destroy(error: any, done: any) {
      abort.abort();
      done(error);
    },
  };
  if (value && (value[asyncKey] || value[Symbol.iterator])) return from(Duplex, value, options);
  if (!value || typeof value.then !== "function") {
    throw fault("TypeError", "ERR_INVALID_RETURN_VALUE", `Expected Iterable, AsyncIterable or AsyncFunction to be returned from the "body" function but got ${__hitlrun.node.util.received(value)}.`);
  }
  let duplex: any;
  const result = value.then(
    (v: any) => {
      if (v !== undefined && v !== null) throw fault("TypeError", "ERR_INVALID_RETURN_VALUE", `Expected nully to be returned from the "body" function but got ${__hitlrun.node.util.received(v)}.`);
    },
    (error: any) => void duplex.destroy(error),
  );
  const final = (done: any) => resolve({ last: true, done: () => result.then(() => g.process.nextTick(done, null), (error: any) => g.process.nextTick(done, error)) });
  duplex = new (Duplex as any)({ ...options, readable: false, final });
  return duplex;
}

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
