// This file connects streams and iterators: a Readable in for await, and Readable.from.
import { eos } from "./stream_end";
import { wrongType } from "./errors";
import { nextTick } from "./stream_base";

/** Returns the async iterator of a Readable. */
export async function* readableIterator(stream: any, destroyOnReturn: boolean): AsyncGenerator<any> {
  let wake: () => void = () => {};
  let failure: any; // undefined while the stream is open, null after its end
  const next = function (this: any) {
    const resume = wake;
    wake = () => {};
    resume();
  };
  stream.on("readable", next);
  const stop = eos(stream, { writable: false }, (error: any) => {
    failure = error || null;
    next();
  });
  try {
    for (;;) {
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null) yield chunk;
      else if (failure) throw failure;
      else if (failure === null) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    if ((failure || destroyOnReturn) && (failure === undefined || stream._readableState.autoDestroy)) stream.destroy(failure === undefined ? undefined : null);
    else {
      stream.removeListener("readable", next);
      stop();
    }
  }
}

/** Returns a Readable with the values of an iterable. */
export function from(Readable: any, iterable: any, options?: any): any {
  if (typeof iterable === "string" || iterable instanceof Uint8Array) {
    return new Readable({
      objectMode: true,
      ...options,
      read(this: any) {
        this.push(iterable);
        this.push(null);
      },
    });
  }
  const asyncKey: any = Symbol.asyncIterator || Symbol.for("Symbol.asyncIterator");
  const isAsync = Boolean(iterable && iterable[asyncKey]);
  if (!isAsync && !(iterable && iterable[Symbol.iterator])) throw wrongType("iterable", "an instance of Iterable", iterable);
  const iterator = isAsync ? iterable[asyncKey]() : iterable[Symbol.iterator]();
  const readable = new Readable({ objectMode: true, highWaterMark: 1, ...options });
  let reading = false;
  readable._read = () => {
    if (reading) return;
    reading = true;
    pump();
  };
  readable._destroy = (error: any, done: any) => {
    close(error).then(
      () => nextTick(done, error),
      (failure: any) => nextTick(done, failure || error),
    );
  };
  async function close(error: any): Promise<void> {
    if (error !== undefined && error !== null && typeof iterator.throw === "function") {
      const { value, done } = await iterator.throw(error);
      await value;
      if (done) return;
    }
    if (typeof iterator.return === "function") await (await iterator.return()).value;
  }
  async function pump(): Promise<void> {
    for (;;) {
      try {
        const { value, done } = isAsync ? await iterator.next() : iterator.next();
        if (done) {
          readable.push(null);
        } else {
          const chunk = value && typeof value.then === "function" ? await value : value;
          if (chunk === null) {
            reading = false;
            throw __hitlrun.node.util.error("TypeError", "ERR_STREAM_NULL_VALUES", "May not write null values to stream");
          }
          if (readable.push(chunk)) continue;
          reading = false;
        }
      } catch (error) {
        readable.destroy(error);
      }
      return;
    }
  }
  return readable;
}
