// This file has OutgoingMessage of node:http: the headers and the body that are sent to a socket.
import { fault, wrongType } from "./errors";
import { validateHeaderName, validateHeaderValue } from "./http_rules";
import { nextTick, Stream } from "./stream_base";

const g: any = globalThis;
const headersOf = Symbol("headers"); // lower case → [name, value]
export const wasSet = Symbol("was set"); // whether setHeader was called

export function OutgoingMessage(this: any, options?: any): any {
  (Stream as any).call(this, options);
  this[headersOf] = new Map();
  this[wasSet] = false;
  this.outputData = [];
  this.outputSize = 0;
  this.writable = true;
  this.destroyed = false;
  this.chunkedEncoding = false;
  this.shouldKeepAlive = true;
  this.maxRequestsOnConnectionReached = false;
  this.useChunkedEncodingByDefault = true;
  this.sendDate = false;
  this.finished = this.writableDone = false;
  this._header = null;
  this._headerSent = false;
  this._hasBody = true;
  this._trailer = [];
  this._bytes = 0;
  this.socket = null;
  this.strictContentLength = false;
}
Object.setPrototypeOf(OutgoingMessage.prototype, (Stream as any).prototype);
Object.setPrototypeOf(OutgoingMessage, Stream);
const proto: any = OutgoingMessage.prototype;
const sent = (what: string) => fault("Error", "ERR_HTTP_HEADERS_SENT", `Cannot ${what} headers after they are sent to the client`);

proto.setHeader = function (name: any, value: any) {
  if (this._header) throw sent("set");
  validateHeaderName(name);
  for (const one of Array.isArray(value) ? value : [value]) validateHeaderValue(name, one);
  this[headersOf].set(name.toLowerCase(), [name, value]);
  this[wasSet] = true;
  return this;
};
proto.appendHeader = function (name: any, value: any) {
  const before = this.getHeader(name);
  return this.setHeader(name, before === undefined ? value : [].concat(before, value));
};
proto.setHeaders = function (headers: any) {
  if (!headers || typeof headers.forEach !== "function" || Array.isArray(headers)) throw wrongType("headers", "an instance of Headers or Map", headers);
  for (const [name, value] of headers) this.setHeader(name, value);
  return this;
};
const lower = (name: any): string => {
  if (typeof name !== "string") throw wrongType("name", "of type string", name);
  return name.toLowerCase();
};
proto.getHeader = function (name: any) {
  const entry = this[headersOf].get(lower(name));
  return entry && entry[1];
};
proto.hasHeader = function (name: any) {
  return this[headersOf].has(lower(name));
};
proto.removeHeader = function (name: any) {
  const key = lower(name);
  if (this._header) throw sent("remove");
  this[headersOf].delete(key);
  if (key === "date") this.sendDate = false;
};
proto.getHeaderNames = function () {
  return [...this[headersOf].keys()];
};
proto.getRawHeaderNames = function () {
  return [...this[headersOf].values()].map(([name]: any) => name);
};
proto.getHeaders = function () {
  const all = Object.create(null);
  for (const [key, [, value]] of this[headersOf]) all[key] = value;
  return all;
};
proto.addTrailers = function (headers: any) {
  for (const [name, value] of Array.isArray(headers) ? headers : Object.entries(headers)) {
    validateHeaderName(name, "Trailer name");
    validateHeaderValue(name, value);
    this._trailer.push([name, value]);
  }
};

/** Makes the first line and the headers, with those that say where the message ends. */
proto._storeHeader = function (firstLine: string, headers?: any) {
  const list: [string, any][] = [];
  const entries = headers === undefined || headers === null ? [...this[headersOf].values()] : Array.isArray(headers) ? pairs(headers) : Object.entries(headers);
  for (const [name, value] of entries as any[]) {
    validateHeaderName(name);
    const values = Array.isArray(value) && name.toLowerCase() !== "cookie" ? value : [Array.isArray(value) ? value.join("; ") : value];
    for (const one of values) {
      validateHeaderValue(name, one);
      list.push([name, one]);
    }
  }
  const find = (name: string) => list.find(([key]) => key.toLowerCase() === name);
  if (this.sendDate && !find("date")) list.push(["Date", new Date().toUTCString()]);
  const connection = find("connection");
  if (connection) {
    if (/\bclose\b/i.test(`${connection[1]}`)) this._last = true;
    else if (!/\bkeep-alive\b/i.test(`${connection[1]}`)) this._last = this._last || false;
  } else {
    this._last = !this.shouldKeepAlive;
    if (!this._noConnection) list.push(["Connection", this.shouldKeepAlive ? "keep-alive" : "close"]);
  }
  const encoding = find("transfer-encoding");
  if (!this._hasBody) this.chunkedEncoding = false;
  else if (encoding) {
    this.chunkedEncoding = /\bchunked\b/i.test(`${encoding[1]}`);
  } else if (!find("content-length")) {
    if (this._trailer.length === 0 && typeof this._contentLength === "number") {
      if (this._contentLength > 0 || this.useChunkedEncodingByDefault) list.push(["Content-Length", this._contentLength]);
    } else if (this.useChunkedEncodingByDefault) {
      list.push(["Transfer-Encoding", "chunked"]);
      this.chunkedEncoding = true;
    }
  }
  this._header = `${firstLine}${list.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
};
const pairs = (list: any[]): [string, any][] =>
  Array.isArray(list[0]) ? (list as any) : list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1]] as [string, any]] : []));

proto._implicitHeader = function () {
  throw fault("Error", "ERR_METHOD_NOT_IMPLEMENTED", "The _implicitHeader() method is not implemented");
};
/** Sends data, or stores it until there is a socket. */
proto._send = function (data: any, encoding: any, callback?: any) {
  if (!this._headerSent && this._header !== null) {
    this._headerSent = true;
    if (typeof data === "string" && (encoding === "utf8" || encoding === "latin1" || !encoding) && !data) data = g.Buffer.from(this._header, "latin1");
    else data = g.Buffer.concat([g.Buffer.from(this._header, "latin1"), typeof data === "string" ? g.Buffer.from(data, encoding || "utf8") : data]);
    encoding = undefined;
  }
  return this._writeRaw(data, encoding, callback);
};
proto._writeRaw = function (data: any, encoding: any, callback?: any) {
  const { socket } = this;
  if (socket && socket._httpMessage === this && socket.writable) {
    this._flushOutput(socket);
    return socket.write(data, encoding, callback);
  }
  if (this.destroyed) return false;
  this.outputData.push({ data, encoding, callback });
  this.outputSize += data.length;
  return this.outputSize < 16384;
};
proto._flushOutput = function (socket: any) {
  const list = this.outputData;
  if (list.length === 0) return undefined;
  this.outputData = [];
  this.outputSize = 0;
  socket.cork();
  let free;
  for (const { data, encoding, callback } of list) free = socket.write(data, encoding, callback);
  socket.uncork();
  return free;
};
proto._flush = function () {
  const { socket } = this;
  if (!socket || !socket.writable) return;
  const free = this._flushOutput(socket);
  if (this.finished) this._finish();
  else if (free && this._needDrain) {
    this._needDrain = false;
    this.emit("drain");
  }
};
proto._finish = function () {
  this.emit("prefinish");
};

proto.write = function (chunk: any, encoding?: any, callback?: any) {
  if (typeof encoding === "function") [encoding, callback] = [undefined, encoding];
  const free = writeChunk(this, chunk, encoding, callback);
  if (!free) this._needDrain = true;
  return free;
};
function writeChunk(message: any, chunk: any, encoding: any, callback: any): boolean {
  if (typeof callback !== "function") callback = () => {};
  if (chunk === null) throw fault("TypeError", "ERR_STREAM_NULL_VALUES", "May not write null values to stream");
  if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) throw wrongType("chunk", "of type string or an instance of Buffer, TypedArray, or DataView", chunk);
  let error;
  if (message.finished) error = fault("Error", "ERR_STREAM_WRITE_AFTER_END", "write after end");
  else if (message.destroyed) error = fault("Error", "ERR_STREAM_DESTROYED", "Cannot call write after a stream was destroyed");
  if (error) {
    nextTick(() => {
      callback(error);
      if (!message.destroyed) message.emit("error", error);
    });
    return false;
  }
  if (!message._header) message._implicitHeader();
  if (!message._hasBody) {
    nextTick(callback);
    return true;
  }
  const bytes = typeof chunk === "string" ? g.Buffer.from(chunk, encoding) : chunk;
  if (bytes.length === 0) {
    nextTick(callback);
    return true;
  }
  message._bytes += bytes.length;
  if (!message.chunkedEncoding) return message._send(bytes, undefined, callback);
  return message._send(g.Buffer.concat([g.Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, g.Buffer.from("\r\n")]), undefined, callback);
}

proto.end = function (chunk?: any, encoding?: any, callback?: any) {
  if (typeof chunk === "function") [chunk, encoding, callback] = [undefined, undefined, chunk];
  else if (typeof encoding === "function") [encoding, callback] = [undefined, encoding];
  if (this.finished) {
    const code = this.writableFinished ? "ERR_STREAM_ALREADY_FINISHED" : "ERR_STREAM_WRITE_AFTER_END";
    if (typeof callback === "function") nextTick(callback, fault("Error", code, this.writableFinished ? "Cannot call end after a stream was finished" : "write after end"));
    return this;
  }
  const { socket } = this;
  if (socket) socket.cork();
  if (chunk !== undefined && chunk !== null) {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) throw wrongType("chunk", "of type string or an instance of Buffer, TypedArray, or DataView", chunk);
    if (!this._header) this._contentLength = typeof chunk === "string" ? g.Buffer.byteLength(chunk, encoding) : chunk.length;
    writeChunk(this, chunk, encoding, undefined);
  } else if (!this._header) {
    this._contentLength = 0;
    this._implicitHeader();
  }
  if (typeof callback === "function") this.once("finish", callback);
  const done = (error?: any) => {
    if (!error) this._wrote();
  };
  if (this._hasBody && this.chunkedEncoding) this._send(`0\r\n${this._trailer.map(([name, value]: any) => `${name}: ${value}\r\n`).join("")}\r\n`, "latin1", done);
  else this._send("", "latin1", done);
  if (socket) socket.uncork();
  this.finished = true;
  if (this.outputData.length === 0 && this.socket && this.socket._httpMessage === this) this._finish();
  return this;
};
/** Is called when everything was passed to the socket. */
proto._wrote = function () {
  if (this.writableDone) return;
  this.writableDone = true;
  this.emit("finish");
};
proto.flushHeaders = function () {
  if (!this._header) this._implicitHeader();
  this._send("", "latin1");
};
proto.cork = function () {
  if (this.socket) this.socket.cork();
};
proto.uncork = function () {
  if (this.socket) this.socket.uncork();
};
proto.pipe = function () {
  this.emit("error", fault("Error", "ERR_STREAM_CANNOT_PIPE", "Cannot pipe, not readable"));
};
proto.setTimeout = function (ms: number, callback?: any) {
  if (callback) this.on("timeout", callback);
  if (this.socket) this.socket.setTimeout(ms);
  else this.once("socket", (socket: any) => socket.setTimeout(ms));
  return this;
};
proto.destroy = function (error?: any) {
  if (this.destroyed) return this;
  this.destroyed = true;
  if (this.socket) this.socket.destroy(error);
  else this.once("socket", (socket: any) => socket.destroy(error));
  return this;
};

const getters: Record<string, (this: any) => any> = {
  headersSent() { return Boolean(this._header); },
  writableEnded() { return this.finished; },
  writableFinished() { return this.finished && this.outputSize === 0 && (!this.socket || this.socket.writableLength === 0); },
  writableObjectMode() { return false; },
  writableLength() { return this.outputSize + (this.socket ? this.socket.writableLength : 0); },
  writableHighWaterMark() { return this.socket ? this.socket.writableHighWaterMark : 16384; },
  writableCorked() { return 0; },
  writableNeedDrain() { return !this.destroyed && !this.finished && Boolean(this._needDrain); },
  errored() { return this._errored || null; },
  closed() { return Boolean(this._closed); },
};
for (const name of Object.keys(getters)) Object.defineProperty(proto, name, { get: getters[name], configurable: true, enumerable: false });
Object.defineProperty(proto, "connection", {
  configurable: true,
  get(this: any) {
    return this.socket;
  },
  set(this: any, socket: any) {
    this.socket = socket;
  },
});
