// This file is node:stream.
import { abortWith } from "./stream_readable";
import { checkFunction, checkSignal, wrongType } from "./errors";
import { getDefaultHighWaterMark, nextTick, setDefaultHighWaterMark, Stream } from "./stream_base";
import { Duplex, PassThrough, Transform } from "./stream_duplex";
import { finished, isNode, pipelineOf } from "./stream_end";
import { compose, install } from "./stream_operators";
import { Readable } from "./stream_readable";
import { Writable } from "./stream_writable";
import promises from "./stream_promises";

install();

export function pipeline(...args: any[]): any {
  const callback = args.pop();
  checkFunction(callback, "streams[stream.length - 1]");
  return pipelineOf(PassThrough, args, callback);
}
export function addAbortSignal(signal: any, stream: any): any {
  checkSignal(signal, "signal");
  if (!isNode(stream)) throw wrongType("stream", "an instance of ReadableStream, WritableStream, or Stream", stream);
  return abortWith(signal, stream);
}
/** Returns what a web stream says about itself in the property that Node has for that; undefined for others. */
const webIs = (stream: any, what: string): boolean | undefined => (stream ? stream[Symbol.for(`nodejs.stream.${what}`)] : undefined);
export const isReadable = (stream: any): boolean | null => (stream && stream._readableState ? stream.readable === true : (webIs(stream, "readable") ?? null));
export const isWritable = (stream: any): boolean | null => (stream && stream._writableState ? stream.writable === true : (webIs(stream, "writable") ?? null));
export const isErrored = (stream: any): boolean =>
  Boolean(stream && (webIs(stream, "errored") ?? ((stream._readableState && stream._readableState.errored) || (stream._writableState && stream._writableState.errored))));
export const isDisturbed = (stream: any): boolean => Boolean(stream && (webIs(stream, "disturbed") ?? (stream.readableDidRead || stream.readableAborted)));
export const destroy = (stream: any, error?: any): any => {
  if (stream && !stream.destroyed && typeof stream.destroy === "function") stream.destroy(error);
  return stream;
};
const custom = Symbol.for("nodejs.util.promisify.custom");
Object.defineProperty(pipeline, custom, { get: () => promises.pipeline });
Object.defineProperty(finished, custom, { get: () => promises.finished });

export const isDestroyed = (stream: any): boolean | null => (isNode(stream) ? Boolean(stream.destroyed) : null);
export const _isArrayBufferView = ArrayBuffer.isView;
/** Returns two streams of which each reads what is written to the other. */
export function duplexPair(options: any = {}): any[] {
  const ends: any[] = [0, 1].map((i) => {
    let taken: any = null; // the callback of a chunk that the reader has not taken
    const end: any = new (Duplex as any)({
      ...options,
      read() {
        const done = taken;
        taken = null;
        if (done) done();
      },
      write(chunk: any, encoding: string, done: any) {
        const other = ends[1 - i];
        if (chunk.length === 0) return nextTick(done);
        other.push(chunk, encoding);
        other[take](done);
      },
      final(done: any) {
        const other = ends[1 - i];
        other.on("end", done);
        other.push(null);
      },
    });
    end[take] = (done: any) => {
      taken = done;
    };
    return end;
  });
  return ends;
}
const take = Symbol("take");

Object.assign(Stream, {
  isDestroyed, _isArrayBufferView, duplexPair, Readable, Writable, Duplex, Transform, PassThrough, Stream, pipeline, finished, addAbortSignal, compose, promises, isReadable, isWritable, isErrored,
  isDisturbed, destroy, getDefaultHighWaterMark, setDefaultHighWaterMark,
  _isUint8Array: (value: any) => value instanceof Uint8Array,
  _uint8ArrayToBuffer: (bytes: any) => (globalThis as any).Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
});
export { Readable, Writable, Duplex, Transform, PassThrough, Stream, finished, compose, promises, getDefaultHighWaterMark, setDefaultHighWaterMark };
export default Stream;
