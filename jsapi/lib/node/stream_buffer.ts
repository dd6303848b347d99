// This file has the buffer of a Readable: the chunks that nobody has read yet.
import { StringDecoder } from "./string_decoder";
import { highWaterMark } from "./stream_base";

const g: any = globalThis;

/** The state of a Readable. Its buffer is a list of chunks. */
export class ReadableState {
  [key: string]: any;
  constructor(options: any, isDuplex: boolean) {
    this.objectMode = Boolean(options && (options.objectMode || (isDuplex && options.readableObjectMode)));
    this.highWaterMark = highWaterMark(this.objectMode, options, "readableHighWaterMark", isDuplex);
    this.buffer = [];
    this.length = 0;
    this.pipes = [];
    this.flowing = null;
    this.ended = this.endEmitted = this.reading = false;
    this.constructed = this.sync = true;
    this.needReadable = this.emittedReadable = this.readableListening = this.resumeScheduled = this.errorEmitted = false;
    this.emitClose = !options || options.emitClose !== false;
    this.autoDestroy = !options || options.autoDestroy !== false;
    this.destroyed = this.closed = this.closeEmitted = this.readingMore = this.dataEmitted = this.paused = false;
    this.errored = null;
    this.defaultEncoding = (options && options.defaultEncoding) || "utf8";
    this.waiting = new Set<any>(); // pipes whose destinations are full
    this.decoder = this.encoding = null;
    if (options && options.encoding) {
      this.decoder = new StringDecoder(options.encoding);
      this.encoding = options.encoding;
    }
  }
}

/** Returns how many bytes, or objects, read(n) returns. NaN means all. */
export function howMuch(n: number, state: any): number {
  if (n <= 0 || (state.length === 0 && state.ended)) return 0;
  if (state.objectMode) return 1;
  if (Number.isNaN(n)) return state.flowing && state.length ? state.buffer[0].length : state.length;
  return n <= state.length ? n : state.ended ? state.length : 0;
}

/** Removes n bytes, or one object, from the start of the buffer. */
export function take(n: number, state: any): any {
  const { buffer } = state;
  if (state.length === 0) return null;
  if (state.objectMode) return buffer.shift();
  if (!n || n >= state.length) {
    const all = state.decoder ? buffer.join("") : buffer.length === 1 ? buffer[0] : g.Buffer.concat(buffer, state.length);
    state.buffer = [];
    return all;
  }
  const parts = [];
  let left = n;
  while (left > 0) {
    const first = buffer[0];
    if (first.length <= left) {
      parts.push(buffer.shift());
      left -= first.length;
    } else {
      parts.push(first.slice(0, left));
      buffer[0] = first.slice(left);
      left = 0;
    }
  }
  return parts.length === 1 ? parts[0] : state.decoder ? parts.join("") : g.Buffer.concat(parts, n);
}
