// This file has the streams of node:http2: a request and its response on a connection that many share.
import { abortError, fault } from "./errors";
import { errorNames, constants } from "./http2_constants";
import { bytes32, DATA, frame, HEADERS, maxFrame, RST_STREAM, WINDOW_UPDATE } from "./http2_frames";
import { listOf, objectOf } from "./http2_headers";
import { nextTick } from "./stream_base";
import { Duplex } from "./stream_duplex";

const g: any = globalThis;
const { NGHTTP2_NO_ERROR: none, NGHTTP2_CANCEL: cancel, NGHTTP2_INTERNAL_ERROR: internal } = constants;

export class Http2Stream extends (Duplex as any) {}

export class ClientHttp2Stream extends Http2Stream {
  constructor(session: any, headers: any, options: any) {
    super({ emitClose: true, autoDestroy: true, decodeStrings: true });
    this.session = session;
    this.id = undefined;
    this.sentHeaders = headers;
    this.sentTrailers = undefined;
    this.rstCode = undefined;
    this.endAfterHeaders = false;
    this._aborted = this._closed = false;
    this.timeout = 0;
    this._options = options;
    this._answered = this._remoteEnded = this._localEnded = false;
    this._unread = 0; // bytes that came and are not acknowledged
    this._window = 0; // bytes that may be sent
    this._waiting = []; // what is to be sent: [bytes, callback]
  }
  get closed(): boolean {
    return this._closed;
  }
  get aborted(): boolean {
    return this._aborted;
  }
  get pending(): boolean {
    return this.id === undefined;
  }
  get bufferSize(): number {
    return this.writableLength + this._waiting.reduce((sum: number, [bytes]: any) => sum + bytes.length, 0);
  }
  get state(): any {
    const names = constants;
    const state = this.pending ? names.NGHTTP2_STREAM_STATE_IDLE : this.closed ? names.NGHTTP2_STREAM_STATE_CLOSED : this._localEnded ? names.NGHTTP2_STREAM_STATE_HALF_CLOSED_LOCAL : this._remoteEnded ? names.NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE : names.NGHTTP2_STREAM_STATE_OPEN;
    return { state, weight: 16, sumDependencyWeight: 0, localClose: this._localEnded ? 1 : 0, remoteClose: this._remoteEnded ? 1 : 0, localWindowSize: this._window };
  }

  /** Sends the headers, when the connection is there and allows one more stream. */
  _open(id: number): void {
    const { session } = this;
    this.id = id;
    this._window = session.remoteSettings.initialWindowSize;
    const { list, sensitive } = listOf(this.sentHeaders, false);
    this._localEnded = Boolean(this._options.endStream);
    session._sendHeaders(id, list, sensitive, this._localEnded);
    this.emit("ready");
    this._flush();
  }

  _write(chunk: any, _encoding: any, callback: any): void {
    this._waiting.push([chunk, callback]);
    this._flush();
  }
  _writev(chunks: any[], callback: any): void {
    this._waiting.push([g.Buffer.concat(chunks.map(({ chunk }) => chunk)), callback]);
    this._flush();
  }
  _final(callback: any): void {
    if (this.pending) return void this.once("ready", () => this._final(callback));
    if (this._localEnded) return void callback();
    if (this._options.waitForTrailers) {
      this._afterTrailers = callback;
      this.emit("wantTrailers");
      if (this.listenerCount("wantTrailers") === 0) this.sendTrailers({});
      return;
    }
    this._localEnded = true;
    this.session._send(frame(DATA, 1, this.id));
    callback();
  }
  /** Sends as much of what waits as the windows allow. */
  _flush(): void {
    const { session } = this;
    while (!this.pending && this._waiting.length > 0 && !this.destroyed) {
      const entry = this._waiting[0];
      const size = Math.min(entry[0].length, this._window, session._window, maxFrame);
      if (size <= 0 && entry[0].length > 0) return;
      this._window -= size;
      session._window -= size;
      session._send(frame(DATA, 0, this.id, entry[0].subarray(0, size)));
      entry[0] = entry[0].subarray(size);
      if (entry[0].length === 0) {
        this._waiting.shift();
        entry[1]();
      }
    }
  }
  sendTrailers(headers: any): void {
    if (this.destroyed || this.closed) throw fault("Error", "ERR_HTTP2_INVALID_STREAM", "The stream has been destroyed");
    if (this.sentTrailers) throw fault("Error", "ERR_HTTP2_TRAILERS_ALREADY_SENT", "Trailing headers have already been sent");
    if (!this._afterTrailers) throw fault("Error", "ERR_HTTP2_TRAILERS_NOT_READY", "Trailing headers cannot be sent until after the wantTrailers event is emitted");
    const { list, sensitive } = listOf(headers, true);
    this.sentTrailers = headers;
    this._localEnded = true;
    if (list.length === 0) this.session._send(frame(DATA, 1, this.id));
    else this.session._sendHeaders(this.id, list, sensitive, true);
    this._afterTrailers();
  }

  _read(): void {
    this._acknowledge();
  }
  /** Lets the other side send more, when half of its window is used: a few bytes at a time would slow it down. */
  _acknowledge(): void {
    if (this._unread * 2 < this.session?.localSettings.initialWindowSize || this._unread === 0 || this.pending || this._remoteEnded || this.destroyed) return;
    this.session._send(frame(WINDOW_UPDATE, 0, this.id, bytes32(this._unread)));
    this._unread = 0;
  }
  /** Takes bytes of the response. size is what they take of the window. */
  _data(bytes: any, size: number): void {
    this._refresh();
    this._unread += size;
    if (bytes.length === 0 || this.push(bytes)) this._acknowledge();
  }
  _headers(list: string[], flags: number): void {
    this._refresh();
    const headers = objectOf(list);
    const status = headers[":status"];
    if (this._answered) this.emit("trailers", headers, flags, list);
    else if (status >= 100 && status < 200) {
      if (status === 100) this.emit("continue");
      this.emit("headers", headers, flags, list);
    } else {
      this._answered = true;
      this.emit("response", headers, flags, list);
    }
  }
  /** Is called at the end of the response. */
  _ended(): void {
    this._remoteEnded = true;
    if (this.destroyed) return;
    this.push(null);
    this.read(0); // a reader that has paused gets the end, too, if it has all that came before
  }
  /** Is called when the other side ends the stream with an error code. */
  _reset(code: number): void {
    this.rstCode = code;
    this._closed = this._remoteEnded = this._resetDone = true;
    if (code === none && !this.readableEnded) {
      this._localEnded = true; // nothing more is to be sent; what came can be read
      this.push(null);
      for (const [, callback] of this._waiting.splice(0)) callback();
      if (!this.writableEnded) this.end();
      return;
    }
    this.destroy(errorOf(code));
  }

  close(code: number = none, callback?: any): void {
    if (typeof code !== "number" || code < 0 || code > 0xffffffff) throw fault("RangeError", "ERR_OUT_OF_RANGE", `The value of "code" is out of range. It must be >= 0 && <= 4294967295. Received ${code}`);
    if (callback) this.once("close", callback);
    if (this._closed) return;
    this._closed = true;
    this.rstCode = code;
    if (code === none && !this.pending && !this._localEnded) {
      const finish = () => this.destroy();
      if (this.writableFinished) finish();
      else this.once("finish", finish).end();
      return;
    }
    this.destroy(code === none || code === cancel ? undefined : errorOf(code));
  }
  _destroy(error: any, callback: any): void {
    const complete = this._localEnded && this._remoteEnded;
    if (this.rstCode === undefined) this.rstCode = !error ? none : error.name === "AbortError" ? cancel : internal;
    this._closed = true;
    clearTimeout(this._timer);
    const { session, id } = this;
    if (!complete && !this.writableEnded) {
      this._aborted = true;
      nextTick(() => this.emit("aborted"));
    }
    if (id !== undefined && !this._resetDone && !(complete && this.rstCode === none)) session._send(frame(RST_STREAM, 0, id, bytes32(this.rstCode)));
    for (const [, done] of this._waiting.splice(0)) done(error || fault("Error", "ERR_STREAM_DESTROYED", "Cannot call write after a stream was destroyed"));
    this.session = undefined;
    session._forget(this, id);
    if (error) return void callback(error);
    if (!this._remoteEnded) this.push(null); // a reader gets the event end
    nextTick(callback);
  }

  priority(): void {}
  setTimeout(ms: number, callback?: any): any {
    this.timeout = ms;
    if (callback) ms === 0 ? this.removeListener("timeout", callback) : this.once("timeout", callback);
    this._refresh();
    return this;
  }
  _refresh(): void {
    clearTimeout(this._timer);
    if (this.session) this.session._refresh();
    if (!this.timeout || this.destroyed) return;
    this._timer = setTimeout(() => this.emit("timeout"), this.timeout);
    (this._timer as any).unref();
  }
}

/** Returns the error of a stream that ended with a code; undefined for a code that is none. */
export function errorOf(code: number): any {
  if (code === none || code === cancel) return undefined;
  const name = errorNames[code] ? `NGHTTP2_${errorNames[code]}` : code;
  return fault("Error", "ERR_HTTP2_STREAM_ERROR", `Stream closed with error code ${name}`);
}

/** Ends a stream when its signal is aborted. */
export function follow(stream: any, signal: any): void {
  const abort = () => stream.destroy(abortError(signal));
  if (signal.aborted) return void abort();
  signal.addEventListener("abort", abort, { once: true });
  stream.once("close", () => signal.removeEventListener("abort", abort));
}
