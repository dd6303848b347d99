// This file has ServerResponse of node:http. Frameworks write to it in tests whose requests are made in memory.
import { extend } from "./classes";
import { fault, wrongType } from "./errors";
import { OutgoingMessage, wasSet } from "./http_outgoing";
import { STATUS_CODES } from "./http_rules";

export function ServerResponse(this: any, request: any, options?: any): any {
  if (!(this instanceof (ServerResponse as any))) return new (ServerResponse as any)(request, options);
  (OutgoingMessage as any).call(this, options);
  if (request.method === "HEAD") this._hasBody = false;
  this.req = request;
  this.sendDate = true;
  this._sent100 = false;
  this._expect_continue = false;
  if (request.httpVersionMajor < 1 || request.httpVersionMinor < 1) {
    this.useChunkedEncodingByDefault = /chunked/i.test(request.headers.te);
    this.shouldKeepAlive = false;
  }
}

function closed(this: any): void {
  const response = this._httpMessage;
  if (!response) return;
  response.destroyed = true;
  response._closed = true;
  response.emit("close");
}

extend(ServerResponse, OutgoingMessage, {
  statusCode: 200,
  statusMessage: undefined,
  assignSocket(this: any, socket: any): void {
    if (socket._httpMessage) throw fault("Error", "ERR_HTTP_SOCKET_ASSIGNED", "ServerResponse has an already assigned socket");
    socket._httpMessage = this;
    socket.on("close", closed);
    this.socket = socket;
    this.emit("socket", socket);
    this._flush();
  },
  detachSocket(this: any, socket: any): void {
    socket.removeListener("close", closed);
    socket._httpMessage = null;
    this.socket = null;
  },
  writeHead(this: any, status: any, reason?: any, headers?: any): any {
    if (this._header) throw fault("Error", "ERR_HTTP_HEADERS_SENT", "Cannot write headers after they are sent to the client");
    const code = status | 0;
    if (code < 100 || code > 999) throw fault("RangeError", "ERR_HTTP_INVALID_STATUS_CODE", `Invalid status code: ${status}`);
    if (typeof reason === "string") this.statusMessage = reason;
    else {
      this.statusMessage ||= (STATUS_CODES as any)[code] || "unknown";
      headers ??= reason;
    }
    if (/[^\t\x20-\x7e\x80-\xff]/.test(this.statusMessage)) throw fault("TypeError", "ERR_INVALID_CHAR", "Invalid character in statusMessage");
    this.statusCode = code;
    if (code === 204 || code === 304 || code < 200) this._hasBody = false;
    if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
    if (!this.useChunkedEncodingByDefault) this._contentLength = undefined; // the end of the connection is that of the response
    this._storeHeader(`HTTP/1.1 ${code} ${this.statusMessage}\r\n`, merged(this, headers));
    return this;
  },
  _implicitHeader(this: any): void {
    this.writeHead(this.statusCode);
  },
  writeContinue(this: any, callback?: any): void {
    this._writeRaw("HTTP/1.1 100 Continue\r\n\r\n", "ascii", callback);
    this._sent100 = true;
  },
  writeProcessing(this: any, callback?: any): void {
    this._writeRaw("HTTP/1.1 102 Processing\r\n\r\n", "ascii", callback);
  },
  writeEarlyHints(this: any, hints: any, callback?: any): void {
    if (hints === null || typeof hints !== "object") throw wrongType("hints", "of type object", hints);
    if (hints.link === undefined || hints.link === null) return;
    const lines = Object.entries({ ...hints, link: [].concat(hints.link).join(", ") }).map(([name, value]) => `${name === "link" ? "Link" : name}: ${value}\r\n`);
    this._writeRaw(`HTTP/1.1 103 Early Hints\r\n${lines.join("")}\r\n`, "ascii", callback);
  },
});
Object.defineProperty(ServerResponse.prototype, "writeHeader", { get: () => (ServerResponse.prototype as any).writeHead, configurable: true });

/** Returns the headers to send: those that were set, with those of writeHead, or undefined for those that were set. */
function merged(response: any, headers: any): any {
  if (!headers) return undefined;
  if (!response[wasSet]) return headers;
  const list = !Array.isArray(headers)
    ? Object.entries(headers)
    : Array.isArray(headers[0]) ? headers : headers.flatMap((name: any, i: number) => (i % 2 === 0 ? [[name, headers[i + 1]]] : []));
  for (const [name, value] of list) if (name) response.setHeader(name, value);
  return undefined;
}
