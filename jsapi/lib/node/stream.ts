// This file is node:stream.
import { abortWith } from "./stream_readable";
import { checkFunction, checkSignal, wrongType } from "./errors";
import { getDefaultHighWaterMark, setDefaultHighWaterMark, Stream } from "./stream_base";
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
export const isReadable = (stream: any): boolean | null => (stream && stream._readableState ? stream.readable === true : null);
export const isWritable = (stream: any): boolean | null => (stream && stream._writableState ? stream.writable === true : null);
export const isErrored = (stream: any): boolean => Boolean(stream && ((stream._readableState && stream._readableState.errored) || (stream._writableState && stream._writableState.errored)));
export const isDisturbed = (stream: any): boolean => Boolean(stream && (stream.readableDidRead || stream.readableAborted || stream.locked));
export const destroy = (stream: any, error?: any): any => {
  if (stream && !stream.destroyed && typeof stream.destroy === "function") stream.destroy(error);
  return stream;
};
const custom = Symbol.for("nodejs.util.promisify.custom");
Object.defineProperty(pipeline, custom, { get: () => promises.pipeline });
Object.defineProperty(finished, custom, { get: () => promises.finished });

Object.assign(Stream, {
  Readable, Writable, Duplex, Transform, PassThrough, Stream, pipeline, finished, addAbortSignal, compose, promises, isReadable, isWritable, isErrored,
  isDisturbed, destroy, getDefaultHighWaterMark, setDefaultHighWaterMark,
  _isUint8Array: (value: any) => value instanceof Uint8Array,
  _uint8ArrayToBuffer: (bytes: any) => (globalThis as any).Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
});
export { Readable, Writable, Duplex, Transform, PassThrough, Stream, finished, compose, promises, getDefaultHighWaterMark, setDefaultHighWaterMark };
export default Stream;
