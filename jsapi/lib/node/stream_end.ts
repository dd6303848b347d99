// This file has finished and pipeline of node:stream.
import { abortError, checkFunction, checkSignal, fault, wrongType } from "./errors";
import { nextTick } from "./stream_base";

const asyncKey: any = Symbol.asyncIterator || Symbol.for("Symbol.asyncIterator");

export const isReadableStream = (stream: any): boolean => Boolean(stream && typeof stream.pipeThrough === "function" && typeof stream.getReader === "function");
export const isWritableStream = (stream: any): boolean => Boolean(stream && typeof stream.getWriter === "function" && typeof stream.abort === "function");
const isReadableNode = (stream: any): boolean =>
  Boolean(stream && typeof stream.pipe === "function" && typeof stream.on === "function" && (!stream._writableState || stream._readableState) && (!stream._writableState || stream._readableState.readable !== false));
const isWritableNode = (stream: any): boolean =>
  Boolean(stream && typeof stream.write === "function" && typeof stream.on === "function" && (!stream._readableState || (stream._writableState && stream._writableState.writable !== false)));
export const isNode = (stream: any): boolean =>
  Boolean(stream && (stream._readableState || stream._writableState || (typeof stream.write === "function" && typeof stream.on === "function") || (typeof stream.pipe === "function" && typeof stream.on === "function")));

const premature = (): any => fault("Error", "ERR_STREAM_PREMATURE_CLOSE", "Premature close");

/** Calls callback once, when a stream has ended, finished or failed. The returned function cancels the call. */
export function eos(stream: any, options: any, callback?: any): () => void {
  if (typeof options === "function") [options, callback] = [{}, options];
  else if (options === undefined || options === null) options = {};
  checkFunction(callback, "callback");
  checkSignal(options.signal, "options.signal");
  if (!isNode(stream) && !isReadableStream(stream) && !isWritableStream(stream)) throw wrongType("stream", "an instance of ReadableStream, WritableStream, or Stream", stream);
  let called = false;
  const done = (error?: any) => {
    if (called) return;
    called = true;
    if (error) callback.call(stream, error);
    else callback.call(stream);
  };
  if (!isNode(stream)) {
    const end = stream[Symbol.for("nodejs.webstream.isClosedPromise")]; // that of a stream which another program makes is missing
    Promise.resolve(end ? end.promise : stream.closed).then(() => nextTick(done), (error: any) => nextTick(done, error));
    return () => (called = true);
  }
  const r = stream._readableState;
  const w = stream._writableState;
  const readable = options.readable === undefined ? isReadableNode(stream) : options.readable;
  const writable = options.writable === undefined ? isWritableNode(stream) : options.writable;
  const closes = [r, w].some((state) => state && state.autoDestroy && state.emitClose && state.closed === false) && isReadableNode(stream) === readable && isWritableNode(stream) === writable;
  let writableDone = Boolean(w ? w.finished || (w.ended && w.length === 0 && w.finished) : stream.writable === false && !w && stream.finished === true);
  let readableDone = Boolean(r && r.endEmitted);
  const failure = () => (w && w.errored) || (r && r.errored);
  const onFinish = () => {
    writableDone = true;
    if (stream.destroyed && closes) return;
    if (closes && (!stream.readable || readable)) return;
    if (!readable || readableDone) done();
  };
  const onEnd = () => {
    readableDone = true;
    if (stream.destroyed && closes) return;
    if (closes && (!stream.writable || writable)) return;
    if (!writable || writableDone) done();
  };
  const onClose = () => {
    const error = failure();
    if (error && typeof error !== "boolean") return done(error);
    if (readable && !readableDone && r && !r.endEmitted && r.readable !== false) return done(premature());
    if (writable && !writableDone && w && !w.finished && w.writable !== false) return done(premature());
    done();
  };
  const onRequest = () => stream.req.on("finish", onFinish);
  const isRequest = stream.setHeader && typeof stream.abort === "function";
  if (isRequest) {
    stream.on("complete", onFinish);
    stream.on("abort", onClose);
    if (stream.req) onRequest();
    else stream.on("request", onRequest);
  }
  const listeners: [string, any][] = [["end", onEnd], ["finish", onFinish], ["close", onClose]];
  if (options.error !== false) listeners.push(["error", done]);
  for (const [event, listener] of listeners) stream.on(event, listener);
  const states = [w, r].filter(Boolean);
  if (states.length > 0) {
    const closed = (w || r).closed;
    if (closed) nextTick(onClose);
    else if (states.some((state) => state.errorEmitted)) {
      if (!closes) nextTick(onClose);
    } else if (!readable && (!closes || stream.readable) && (writableDone || stream.writable === false)) nextTick(onClose);
    else if (!writable && (!closes || stream.writable) && (readableDone || stream.readable === false)) nextTick(onClose);
  }
  const stop = () => {
    called = true;
    for (const [event, listener] of listeners) stream.removeListener(event, listener);
    if (!isRequest) return;
    stream.removeListener("complete", onFinish);
    stream.removeListener("abort", onClose);
    stream.removeListener("request", onRequest);
  };
  if (options.signal && !called) {
    const abort = () => {
      const call = called ? () => {} : () => callback.call(stream, abortError(options.signal));
      stop();
      call();
    };
    if (options.signal.aborted) nextTick(abort);
    else {
      options.signal.addEventListener("abort", abort);
      const before = callback;
      callback = function (this: any, ...args: any[]) {
        options.signal.removeEventListener("abort", abort);
        before.apply(this, args);
      };
    }
  }
  return stop;
}

export const finished = (stream: any, options: any, callback?: any): (() => void) => {
  return eos(stream, options, callback);
};

/** Writes the values of a generator or an iterable to a stream. */
async function pumpInto(iterable: any, stream: any, end: boolean, done: (error?: any) => void): Promise<void> {
  let failure: any;
  let wake: (() => void) | null = null;
  const resume = (error?: any) => {
    if (error) failure = error;
    if (wake) {
      const call = wake;
      wake = null;
      call();
    }
  };
  const wait = () => new Promise<void>((resolve, reject) => {
    if (failure) reject(failure);
    else wake = () => (failure ? reject(failure) : resolve());
  });
  stream.on("drain", resume);
  const stop = eos(stream, { readable: false }, resume);
  try {
    if (stream.writableNeedDrain) await wait();
    for await (const chunk of iterable) if (!stream.write(chunk)) await wait();
    if (end) {
      stream.end();
      await wait();
    }
    done();
  } catch (error) {
    done(failure || error);
  } finally {
    stop();
    stream.off("drain", resume);
  }
}

function destroyer(stream: any, reading: boolean, writing: boolean): { destroy: (error: any) => void; stop: () => void } {
  let ended = false;
  stream.on("close", () => (ended = true));
  const stop = eos(stream, { readable: reading, writable: writing }, (error: any) => (ended = !error));
  return {
    destroy(error: any) {
      if (ended) return;
      ended = true;
      if (typeof stream.destroy === "function") stream.destroy(error || fault("Error", "ERR_STREAM_DESTROYED", "Cannot call pipe after a stream was destroyed"));
    },
    stop,
  };
}

/** Implements pipeline(...streams, callback). The module with PassThrough passes that class. */
export function pipelineOf(PassThrough: any, list: any[], callback: (error?: any, value?: any) => void, options: any = {}): any {
  const streams = list.length === 1 && Array.isArray(list[0]) ? list[0] : list;
  if (streams.length < 2) throw fault("TypeError", "ERR_MISSING_ARGS", 'The "streams" argument must be specified');
  const abort = new AbortController();
  const { signal } = abort;
  let failure: any;
  let value: any;
  let open = 0;
  const destroys: ((error: any) => void)[] = [];
  const finish = (error?: any, last = --open === 0) => {
    if (error && (!failure || failure.code === "ERR_STREAM_PREMATURE_CLOSE")) failure = error;
    if (!failure && !last) return;
    while (destroys.length > 0) destroys.shift()!(failure);
    abort.abort();
    if (!last) return;
    if (options.signal) options.signal.removeEventListener("abort", onAbort);
    nextTick(callback, failure, value);
  };
  const onAbort = () => finish(abortError(options.signal), false);
  if (options.signal) {
    checkSignal(options.signal, "options.signal");
    if (options.signal.aborted) onAbort();
    else options.signal.addEventListener("abort", onAbort);
  }
  let result: any;
  for (let i = 0; i < streams.length; i++) {
    const stream = streams[i];
    const reading = i < streams.length - 1;
    const writing = i > 0;
    const end = reading || options.end !== false;
    const isLast = i === streams.length - 1;
    if (isNode(stream)) {
      if (end) destroys.push(destroyer(stream, reading, writing).destroy);
      if (isLast) {
        stream.on("error", (error: any) => {
          if (error && error.name !== "AbortError" && error.code !== "ERR_STREAM_PREMATURE_CLOSE") finish(error, false);
        });
      }
    }
    if (i === 0) {
      result = stream;
      if (typeof stream === "function") {
        result = stream({ signal });
        if (!result || !(result[asyncKey] || result[Symbol.iterator])) throw fault("TypeError", "ERR_INVALID_RETURN_VALUE", `Expected Iterable, AsyncIterable or Stream to be returned from the "source" function but got ${__hitlrun.node.util.received(result)}.`);
      }
    } else if (typeof stream === "function") {
      const source = isReadableStream(result) || !isNode(result) || result[asyncKey] ? result : result;
      result = stream(source, { signal });
      if (reading) {
        if (!result || !result[asyncKey]) throw fault("TypeError", "ERR_INVALID_RETURN_VALUE", `Expected AsyncIterable to be returned from the "transform[${i - 1}]" function but got ${__hitlrun.node.util.received(result)}.`);
      } else {
        const through = new PassThrough({ objectMode: true });
        const given = result;
        if (given && typeof given.then === "function") {
          open++;
          given.then(
            (v: any) => {
              value = v;
              if (v !== null && v !== undefined) through.write(v);
              if (end) through.end();
              nextTick(finish);
            },
            (error: any) => {
              through.destroy(error);
              nextTick(finish, error);
            },
          );
        } else if (given && given[asyncKey]) {
          open++;
          pumpInto(given, through, end, finish);
        } else throw fault("TypeError", "ERR_INVALID_RETURN_VALUE", `Expected AsyncIterable or Promise to be returned from the "destination" function but got ${__hitlrun.node.util.received(given)}.`);
        result = through;
        destroys.push(destroyer(result, false, true).destroy);
      }
    } else if (isNode(stream)) {
      if (isNode(result) && typeof result.pipe === "function") {
        open += 2;
        pipe(result, stream, finish, end);
      } else if (result && (result[asyncKey] || result[Symbol.iterator])) {
        open++;
        pumpInto(result, stream, end, finish);
      } else throw wrongType("val", "an instance of Readable, Iterable, AsyncIterable, ReadableStream, or TransformStream", result);
      result = stream;
    } else if (isWritableStream(stream) || (stream && stream.writable && stream.readable)) {
      open++;
      const side = isWritableStream(stream) ? stream : stream.writable;
      pumpWeb(result, side, finish);
      result = stream.readable || stream;
    } else throw wrongType(`streams[${i}]`, "of type function or an instance of Stream", stream);
  }
  if (open === 0) {
    open++;
    finish();
  }
  return result;
}

async function pumpWeb(source: any, target: any, done: (error?: any) => void): Promise<void> {
  const writer = target.getWriter();
  try {
    for await (const chunk of source) {
      await writer.ready;
      await writer.write(chunk);
    }
    await writer.close();
    done();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    done(error);
  }
}

function pipe(source: any, target: any, done: (error?: any) => void, end: boolean): void {
  let ended = false;
  target.on("close", () => {
    if (!ended) done(premature());
  });
  source.pipe(target, { end: false });
  if (end) {
    const endTarget = () => {
      ended = true;
      target.end();
    };
    if (source.readableEnded) nextTick(endTarget);
    else source.once("end", endTarget);
  } else done();
  eos(source, { readable: true, writable: false }, (error: any) => {
    const r = source._readableState;
    if (error && error.code === "ERR_STREAM_PREMATURE_CLOSE" && r && r.ended && !r.errored && !r.errorEmitted) source.once("end", () => done()).once("error", done);
    else done(error);
  });
  eos(target, { readable: false, writable: true }, done);
}
