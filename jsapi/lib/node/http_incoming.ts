// This file has IncomingMessage of node:http: a response that the script reads.
import { hangUp } from "./http_rules";
import { nextTick } from "./stream_base";
import { Readable } from "./stream_readable";

/** Headers of which only the first is used. */
const single = new Set([
  "age", "authorization", "content-length", "content-type", "etag", "expires", "from", "host", "if-modified-since", "if-unmodified-since", "last-modified",
  "location", "max-forwards", "proxy-authorization", "referer", "retry-after", "server", "user-agent",
]);

export function IncomingMessage(this: any, socket?: any): any {
  if (!(this instanceof (IncomingMessage as any))) return new (IncomingMessage as any)(socket);
  (Readable as any).call(this, { autoDestroy: true, ...(socket ? { highWaterMark: socket.readableHighWaterMark } : {}) });
  this.socket = this.client = socket;
  this.httpVersionMajor = this.httpVersionMinor = null;
  this.httpVersion = null;
  this.complete = false;
  this.rawHeaders = [];
  this.rawTrailers = [];
  this.joinDuplicateHeaders = false;
  this.aborted = false;
  this.upgrade = null;
  this.url = "";
  this.method = null;
  this.statusCode = this.statusMessage = null;
  this._dumped = false;
}
Object.setPrototypeOf(IncomingMessage.prototype, Readable.prototype);
Object.setPrototypeOf(IncomingMessage, Readable);
const proto: any = IncomingMessage.prototype;

/** Returns headers as an object. Headers with the same name are joined by the rules for that name. */
function joined(raw: string[], joinAll: boolean): Record<string, any> {
  const headers: Record<string, any> = {};
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i].toLowerCase();
    const value = raw[i + 1];
    const before = headers[name];
    if (name === "set-cookie") headers[name] = before ? [...before, value] : [value];
    else if (before === undefined) headers[name] = value;
    else if (name === "cookie") headers[name] = `${before}; ${value}`;
    else if (joinAll || !single.has(name)) headers[name] = `${before}, ${value}`;
  }
  return headers;
}
function distinct(raw: string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = Object.create(null);
  for (let i = 0; i < raw.length; i += 2) (headers[raw[i].toLowerCase()] ||= []).push(raw[i + 1]);
  return headers;
}
const lazily = (name: string, make: (message: any) => any) =>
  Object.defineProperty(proto, name, {
    configurable: true,
    enumerable: true,
    get(this: any) {
      const value = make(this);
      Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true });
      return value;
    },
    set(this: any, value: any) {
      Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true });
    },
  });
lazily("headers", (m) => joined(m.rawHeaders, m.joinDuplicateHeaders));
lazily("headersDistinct", (m) => distinct(m.rawHeaders));
lazily("trailers", (m) => joined(m.rawTrailers, m.joinDuplicateHeaders));
lazily("trailersDistinct", (m) => distinct(m.rawTrailers));
Object.defineProperty(proto, "connection", {
  configurable: true,
  get(this: any) {
    return this.socket;
  },
  set(this: any, socket: any) {
    this.socket = socket;
  },
});

proto._read = function () {
  if (this.socket && this.socket.readable && !this.complete) this.socket.resume();
};
proto._destroy = function (error: any, done: any) {
  if (!this.readableEnded || !this.complete) {
    this.aborted = true;
    this.emit("aborted");
  }
  if (this.socket && !this.socket.destroyed && this.aborted) this.socket.destroy(error);
  // The request has reported this error, so it is not emitted again if there is no listener.
  if (error && this.listenerCount("error") === 0) error = null;
  nextTick(done, error);
};
proto.setTimeout = function (ms: number, callback?: any) {
  if (callback) this.on("timeout", callback);
  this.socket.setTimeout(ms);
  return this;
};
/** Reads the rest, and discards it. */
proto._dump = function () {
  if (this._dumped) return;
  this._dumped = true;
  this.resume();
};
/** Is called when the connection has ended too early. */
export function broken(message: any): void {
  if (!message.complete && !message.destroyed) message.destroy(hangUp("aborted"));
}
