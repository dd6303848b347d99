// This file has ClientRequest of node:http: a request, from its options to the end of its response.
import { checkSignal, fault, wrongType } from "./errors";
import { Agent, globalAgent } from "./http_agent";
import { hangUp, validateMethod } from "./http_rules";
import { broken, IncomingMessage } from "./http_incoming";
import { sendOnce } from "./http_once";
import { OutgoingMessage } from "./http_outgoing";
import { isParseError, Parser } from "./http_parser";
import { connect } from "./net";
import { nextTick } from "./stream_base";

const g: any = globalThis;
const detach = Symbol("detach"); // removes the listeners of a request from its socket

/** Returns the options for a URL. */
export function urlOptions(url: any): any {
  const options: any = {
    protocol: url.protocol, hostname: url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname,
    hash: url.hash, search: url.search, pathname: url.pathname, path: `${url.pathname || ""}${url.search || ""}`, href: url.href,
  };
  if (url.port !== "") options.port = Number(url.port);
  if (url.username || url.password) options.auth = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return options;
}

export function ClientRequest(this: any, input: any, options?: any, callback?: any): any {
  (OutgoingMessage as any).call(this);
  if (typeof options === "function") [options, callback] = [undefined, options];
  if (typeof input === "string") input = urlOptions(new g.URL(input));
  else if (input instanceof g.URL) input = urlOptions(input);
  else [input, options, callback] = [{}, input, callback];
  options = { ...input, ...options };
  this.agent = agentOf(options);
  const { agent } = this;
  if (agent) setProtocol(agent, options);
  const protocol = options.protocol || (agent && agent.protocol) || "http:";
  const expected = agent && agent.protocol ? agent.protocol : options._defaultAgent ? options._defaultAgent.protocol : "http:";
  if (protocol !== expected) throw fault("TypeError", "ERR_INVALID_PROTOCOL", `Protocol "${protocol}" not supported. Expected "${expected}"`);
  this.protocol = protocol;
  checkPath(options.path);
  for (const name of ["hostname", "host"]) {
    const value = options[name];
    if (value !== undefined && value !== null && typeof value !== "string") throw wrongType(`options.${name}`, "of type string or one of undefined or null", value);
  }
  const defaultPort = options.defaultPort || (agent && agent.defaultPort) || (protocol === "https:" ? 443 : 80);
  options.port = options.port || defaultPort;
  options.host = options.hostname || options.host || "localhost";
  if (options.host.startsWith("[") && options.host.endsWith("]")) options.host = options.host.slice(1, -1);
  if (options.method !== undefined && options.method !== null && typeof options.method !== "string") throw wrongType("options.method", "of type string", options.method);
  this.method = (options.method || "GET").toUpperCase();
  validateMethod(this.method);
  this.path = options.path || "/";
  this.host = options.host;
  this.socketPath = options.socketPath;
  this.maxHeaderSize = options.maxHeaderSize;
  this.insecureHTTPParser = options.insecureHTTPParser;
  this.joinDuplicateHeaders = options.joinDuplicateHeaders;
  this.maxHeadersCount = null;
  this.reusedSocket = false;
  this.aborted = this._ended = this.upgradeOrConnect = false;
  this.res = null;
  this.parser = null;
  this.useChunkedEncodingByDefault = !["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"].includes(this.method);
  this.shouldKeepAlive = Boolean(agent && (agent.keepAlive || agent.maxSockets !== Infinity));
  if (options.timeout !== undefined) this.timeout = timeOf(options.timeout);
  else if (agent && agent.options && agent.options.timeout) this.timeout = agent.options.timeout;
  if (callback) this.once("response", callback);
  setHeaders(this, options, defaultPort);
  if (options.signal) abortedBy(this, options.signal);
  start(this, options);
}
Object.setPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
Object.setPrototypeOf(ClientRequest, OutgoingMessage);
const proto: any = ClientRequest.prototype;

/** Agents of packages decide whether to use TLS by a line of https on the stack. Here the agent gets the protocol. */
function setProtocol(agent: any, options: any): void {
  const { protocol, defaultPort } = options._defaultAgent || globalAgent;
  for (let o = Object.getPrototypeOf(agent); o && o !== Agent.prototype; o = Object.getPrototypeOf(o)) {
    const found = Object.getOwnPropertyDescriptor(o, "protocol");
    if (!found || !found.set) continue;
    Object.assign(agent, { protocol, defaultPort });
    options.secureEndpoint = protocol === "https:";
    return;
  }
}

function timeOf(ms: any): number {
  if (typeof ms !== "number") throw wrongType("timeout", "of type number", ms);
  return ms;
}

function agentOf(options: any): any {
  const { agent } = options;
  if (agent === false) return new (options._defaultAgent ? options._defaultAgent.constructor : Agent)();
  if (agent === null || agent === undefined) return typeof options.createConnection === "function" ? undefined : options._defaultAgent || globalAgent;
  if (typeof agent.addRequest !== "function") throw wrongType("options.agent", "one of Agent-like Object, undefined, or false", agent);
  return agent;
}

function checkPath(path: any): void {
  if (path !== undefined && path !== null && /[^!-\u00ff]/.test(`${path}`)) throw fault("TypeError", "ERR_UNESCAPED_CHARACTERS", "Request path contains unescaped characters");
}

function setHeaders(request: any, options: any, defaultPort: any): void {
  const { headers } = options;
  if (Array.isArray(headers)) {
    const flat = Array.isArray(headers[0]) ? headers.flat() : headers;
    for (let i = 0; i + 1 < flat.length; i += 2) request.appendHeader(flat[i], flat[i + 1]);
  } else if (headers) {
    for (const key of Object.keys(headers)) request.setHeader(key, headers[key]);
  }
  if (!request.getHeader("host") && options.setHost !== false) {
    let host = options.host;
    if (host.includes(":") && !host.startsWith("[")) host = `[${host}]`;
    if (options.port && Number(options.port) !== Number(defaultPort)) host += `:${options.port}`;
    request.setHeader("Host", host);
  }
  if (options.auth && !request.getHeader("Authorization")) request.setHeader("Authorization", `Basic ${g.Buffer.from(options.auth).toString("base64")}`);
  if (request.getHeader("expect")) request._storeHeader(firstLine(request));
}
const firstLine = (request: any) => `${request.method} ${request.path} HTTP/1.1\r\n`;

function abortedBy(request: any, signal: any): void {
  checkSignal(signal, "options.signal");
  const abort = () => {
    const error: any = new Error("The operation was aborted");
    Object.defineProperty(error, "name", { value: "AbortError", writable: true, configurable: true });
    error.code = "ABORT_ERR";
    if (signal.reason !== undefined) Object.defineProperty(error, "cause", { value: signal.reason, writable: true, configurable: true });
    request.destroy(error);
  };
  if (signal.aborted) return void nextTick(abort);
  signal.addEventListener("abort", abort);
  request.once("close", () => signal.removeEventListener("abort", abort));
}

function start(request: any, options: any): void {
  if (__hitlrun.node.net.stores()) return sendOnce(request, options);
  if (options.socketPath) options = { ...options, path: options.socketPath };
  else options = { ...options, path: undefined };
  if (request.agent) {
    request._last = !request.shouldKeepAlive;
    const asked = { ...options, path: options.socketPath ? options.socketPath : null };
    request.agent.addRequest(request, asked);
    return;
  }
  request._last = true;
  request.shouldKeepAlive = false;
  let called = false;
  const made = (error: any, socket?: any) => {
    if (called) return;
    called = true;
    if (error) nextTick(() => fail(request, error));
    else request.onSocket(socket);
  };
  try {
    const socket = typeof options.createConnection === "function" ? options.createConnection(options, made) : connect(options);
    if (socket) made(null, socket);
  } catch (error) {
    made(error);
  }
}

/** A request of another node, or of the module, cannot be sent in a node with effects: "once", because it would not be in the journal. */
proto._send = function (data: any, encoding: any, callback?: any) {
  try {
    __hitlrun.node.net.mayWrite();
  } catch (error) {
    if (callback) nextTick(callback, error);
    if (this.socket) this.destroy(error);
    else nextTick(() => fail(this, error));
    return false;
  }
  return (OutgoingMessage.prototype as any)._send.call(this, data, encoding, callback);
};
proto._implicitHeader = function () {
  if (this._header) throw fault("Error", "ERR_HTTP_HEADERS_SENT", "Cannot render headers after they are sent to the client");
  this._storeHeader(firstLine(this));
};
proto._finish = function () {
  (OutgoingMessage.prototype as any)._finish.call(this);
  done(this);
};

/** Reports an error once. */
function fail(request: any, error: any): void {
  request.destroyed = true;
  if (!request._errored) {
    request._errored = error;
    request.emit("error", error);
  }
  close(request);
}
function close(request: any): void {
  if (request._closed) return;
  request._closed = true;
  request.emit("close");
}

proto.abort = function () {
  if (this.aborted) return;
  this.aborted = true;
  nextTick(() => this.emit("abort"));
  this.destroy();
};
proto.destroy = function (error?: any) {
  if (this.destroyed) return this;
  this.destroyed = true;
  if (this.res) this.res._dump();
  this._problem = error;
  if (this.socket) {
    if (this._ended && this.res && this.res.complete) this.socket.emit("free");
    else this.socket.destroy(error);
    if (!this.socket.destroyed) nextTick(close, this);
  } else if (error) this._problem = error;
  return this;
};

proto.onSocket = function (socket: any, error?: any) {
  nextTick(() => {
    if (this.destroyed || error) {
      const problem = error || this._problem;
      if (socket && !error) {
        // The request does not need the socket. The agent may use it again.
        if (!this.agent || socket._httpMessage) socket.destroy();
        else {
          socket._httpMessage = this;
          socket.emit("free");
        }
      }
      fail(this, problem || hangUp("socket hang up"));
      return;
    }
    attach(this, socket);
    this._flush();
  });
};

function attach(request: any, socket: any): void {
  request.socket = socket;
  socket._httpMessage = request;
  const parser = (request.parser = new Parser(handlerOf(request, socket)));
  const onData = (bytes: any) => {
    let rest: any;
    try {
      rest = parser.execute(bytes);
    } catch (problem: any) {
      if (!isParseError(problem)) throw problem; // it comes from a listener of the script
      problem.rawPacket = bytes;
      socket.removeListener("data", onData);
      socket.removeListener("end", onEnd);
      socket.destroy(); // its "close" ends the request, and a response that has begun
      request._errored = problem;
      request.emit("error", problem);
      return;
    }
    if (rest === null) return;
    if (request.upgradeOrConnect) return upgraded(request, socket, rest);
    if (rest.length > 0) request.shouldKeepAlive = false; // the server sent data that nobody requested
    answered(request);
  };
  const onEnd = () => {
    const what = parser.finish();
    if (what === "complete") answered(request);
    else if (!request.res) {
      request._errored = hangUp("socket hang up");
      nextTick(() => request.emit("error", request._errored));
    }
    if (what !== "complete") socket.end();
  };
  const onError = (problem: any) => {
    if (!request._errored) {
      request._errored = problem;
      request.emit("error", problem);
    }
    socket.destroy();
  };
  const onClose = () => {
    parser.finish();
    request.destroyed = true;
    const { res } = request;
    if (res) {
      if (!res.complete) broken(res);
      request._closed = true;
      request.emit("close");
      if (!res.aborted && res.readable) res.push(null);
    } else {
      if (!request._errored) {
        request._errored = request._problem || hangUp("socket hang up");
        request.emit("error", request._errored);
      }
      close(request);
    }
    if (request.outputData) request.outputData.length = 0;
  };
  const onDrain = () => {
    if (request.finished || !request._needDrain) return;
    request._needDrain = false;
    request.emit("drain");
  };
  const onTimeout = () => request.emit("timeout");
  const listeners: [string, any][] = [["data", onData], ["end", onEnd], ["error", onError], ["close", onClose], ["drain", onDrain], ["timeout", onTimeout]];
  for (const [event, listener] of listeners) socket.on(event, listener);
  socket[detach] = () => {
    for (const [event, listener] of listeners) socket.removeListener(event, listener);
  };
  if (request.timeout !== undefined && socket.timeout !== request.timeout) socket.setTimeout(request.timeout);
  request.emit("socket", socket);
}

/** Returns the handler for the parts of a response. */
function handlerOf(request: any, socket: any): any {
  return {
    head(status: number, message: string, version: string, rawHeaders: string[]) {
      if (status < 200 && status !== 101) {
        if (status === 100) request.emit("continue");
        const info = Object.assign(new (IncomingMessage as any)(), { rawHeaders });
        const { headers } = info;
        request.emit("information", { statusCode: status, statusMessage: message, httpVersion: version, httpVersionMajor: Number(version[0]), httpVersionMinor: Number(version[2]), headers, rawHeaders });
        return "again";
      }
      const res = (request.res = new (IncomingMessage as any)(socket));
      Object.assign(res, {
        rawHeaders, statusCode: status, statusMessage: message, httpVersion: version, httpVersionMajor: Number(version[0]), httpVersionMinor: Number(version[2]),
        req: request, joinDuplicateHeaders: Boolean(request.joinDuplicateHeaders),
      });
      if (request.method === "CONNECT" ? status < 300 : status === 101) {
        request.upgradeOrConnect = res.upgrade = true;
        return "raw";
      }
      if (request.shouldKeepAlive && !request.parser.keepAlive) request.shouldKeepAlive = false;
      if (request.aborted || request.destroyed || !request.emit("response", res)) res._dump();
      return request.method === "HEAD" || status === 204 || status === 304 ? "none" : "body";
    },
    body(bytes: any) {
      const { res } = request;
      if (!res._dumped && !res.push(bytes) && !socket.destroyed) socket.pause();
    },
    end(rawTrailers: string[]) {
      request.res.rawTrailers = rawTrailers;
      request.res.complete = true;
    },
  };
}

/** Is called when the whole response is there. */
function answered(request: any): void {
  const { res, socket } = request;
  request._keepsSocket = request.parser.keepAlive && request.shouldKeepAlive;
  if (res._dumped) res.resume();
  if (request.finished && request.outputData.length === 0) request._wrote();
  res.on("end", () => {
    request._ended = true;
    done(request);
  });
  res.push(null);
  if (res._dumped && !res.destroyed && res.readableFlowing === null) res.resume();
}

/** Returns the socket to the agent when request and response are complete. */
function done(request: any): void {
  const { res, socket } = request;
  if (!res || !request._ended || !request.finished || request._givenBack || !socket) return;
  request._givenBack = true;
  if (!request._keepsSocket) {
    if (socket.writable) socket[typeof socket.destroySoon === "function" ? "destroySoon" : "end"]();
    return;
  }
  socket[detach]();
  socket.resume(); // a slow reader may have paused it
  if (request.timeout !== undefined) socket.setTimeout(0);
  // As in Node, readers get the end of the response before other requests get the socket.
  nextTick(() => {
    close(request);
    request.destroyed = true;
    res.destroyed || res.destroy();
    socket.emit("free");
  });
}

/** From here on the script uses the connection itself. */
function upgraded(request: any, socket: any, head: any): void {
  const event = request.method === "CONNECT" ? "connect" : "upgrade";
  const { res } = request;
  res.complete = true;
  socket[detach]();
  if (request.timeout !== undefined) socket.setTimeout(0);
  if (request.listenerCount(event) === 0) {
    socket.destroy();
    return void nextTick(close, request);
  }
  socket.emit("agentRemove");
  socket._httpMessage = null;
  socket.readableFlowing = null;
  request.destroyed = true;
  request.emit(event, res, socket, head);
  nextTick(close, request);
}

proto.setTimeout = function (ms: any, callback?: any) {
  if (this._ended) return this;
  this.timeout = timeOf(ms);
  if (callback) this.once("timeout", callback);
  const begin = (socket: any) => {
    if (socket.connecting) socket.once("connect", () => socket.setTimeout(ms));
    else socket.setTimeout(ms);
  };
  if (this.socket) begin(this.socket);
  else this.once("socket", begin);
  return this;
};
function withSocket(name: string): void {
  proto[name === "setKeepAlive" ? "setSocketKeepAlive" : name] = function (...args: any[]) {
    if (this.socket) this.socket[name](...args);
    else this.once("socket", (socket: any) => socket[name](...args));
  };
}
for (const name of ["setNoDelay", "setKeepAlive"]) withSocket(name);
proto.clearTimeout = function (callback: any) {
  return this.setTimeout(0, callback);
};
