// This file has Socket of node:net: a Duplex over a connection in Go.
import { fault, outOfRange, wrongType } from "./errors";
import { isIP } from "./net_ip";
import { nextTick } from "./stream_base";
import { Duplex } from "./stream_duplex";

const { net } = __hitlrun.node;
const g: any = globalThis;

/** The handle of a socket, which is its connection in Go. */
export const handleOf = Symbol("handle");
const reading = Symbol("reading");
const timer = Symbol("timer");
const settings = Symbol("settings"); // settings that were made before there was a connection
/** The event after which bytes can be read and written; null if they can be already. */
export const awaited = Symbol("awaited");
export const begun = Symbol("begun"); // the event that TLS is established

/** Socket is a function and not a class, because old code calls it without new, and with its own objects. */
export function Socket(this: any, options?: any): any {
  if (!(this instanceof (Socket as any))) return new (Socket as any)(options);
  if (typeof options === "number") throw notHere("a file descriptor");
  if (options && options.fd !== undefined) throw notHere("a file descriptor");
  options = { ...options };
  (Duplex as any).call(this, { ...options, allowHalfOpen: Boolean(options.allowHalfOpen), emitClose: false, autoDestroy: true, decodeStrings: options.decodeStrings === true });
  this.connecting = false;
  this._hadError = false;
  this._host = null;
  this._parent = null;
  this.server = this._server = null;
  this.timeout = 0;
  this[handleOf] = null;
  this[reading] = false;
  this[awaited] = null;
  this[timer] = null;
  this[settings] = {};
  this.bytesRead = 0;
  this._bytesWritten = 0;
  this.on("end", onEnd);
  if (options.handle) this[opened](options.handle, {});
}
Object.setPrototypeOf(Socket.prototype, Duplex.prototype);
Object.setPrototypeOf(Socket, Duplex);

const notHere = (what: string): Error => new Error(`A node:net.Socket on ${what} is not part of hitlrun`);

function onEnd(this: any): void {
  if (!this.allowHalfOpen) this.write = writeAfterEnd;
}
function writeAfterEnd(this: any, _chunk: any, encoding: any, callback: any): boolean {
  if (typeof encoding === "function") callback = encoding;
  const error = fault("Error", "EPIPE", "This socket has been ended by the other party");
  if (typeof callback === "function") nextTick(callback, error);
  this.destroy(error);
  return false;
}

/** Starts to use a connection. */
const opened = Symbol("opened");
export { opened };
const proto: any = Socket.prototype;
proto[opened] = function (handle: any, about: any) {
  this[handleOf] = handle;
  this.connecting = false;
  this[awaited] = null;
  this._about = about;
  const { noDelay, keepAlive, ref } = this[settings];
  if (noDelay !== undefined) handle.noDelay(noDelay);
  if (keepAlive) handle.keepAlive(...keepAlive);
  if (ref === false) handle.ref(false);
};

proto.connect = function (...args: any[]) {
  const [options, callback] = connectArgs(args);
  if (this.write !== proto.write && Object.prototype.hasOwnProperty.call(this, "write")) delete this.write;
  if (this.destroyed) {
    Object.assign(this._readableState, { destroyed: false, ended: false, endEmitted: false, errored: null, errorEmitted: false, closed: false, closeEmitted: false, reading: false });
    Object.assign(this._writableState, { destroyed: false, ended: false, ending: false, finished: false, finalCalled: false, prefinished: false, errored: null, errorEmitted: false, closed: false, closeEmitted: false });
  }
  if (callback) this.once("connect", callback);
  if (options.timeout) this.setTimeout(options.timeout);
  if (options.noDelay !== undefined) this.setNoDelay(options.noDelay);
  if (options.keepAlive !== undefined) this.setKeepAlive(options.keepAlive, options.keepAliveInitialDelay);
  this.connecting = true;
  this[awaited] = "connect";
  this._refreshTimeout();
  checkTarget(options);
  const host = options.host || "localhost";
  if (!options.path) this._host = host;
  if (!options.path && typeof options.lookup === "function" && !isIP(host)) found(this, options, host);
  else dial(this, options);
  return this;
};

function checkTarget(options: any): void {
  if (options.path !== undefined && options.path !== null) {
    if (typeof options.path !== "string") throw wrongType("options.path", "of type string", options.path);
    return;
  }
  const { port } = options;
  if (port === undefined || port === null) throw fault("TypeError", "ERR_MISSING_ARGS", 'The "options" or "port" or "path" argument must be specified');
  if ((typeof port !== "number" && typeof port !== "string") || `${port}`.trim() === "" || !(Number(port) >= 0 && Number(port) < 65536) || Number(port) % 1 !== 0) {
    throw fault("RangeError", "ERR_SOCKET_BAD_PORT", `Port should be >= 0 and < 65536. Received ${__hitlrun.node.util.received(port)}.`);
  }
  if (options.host !== undefined && options.host !== null && typeof options.host !== "string") throw wrongType("options.host", "of type string", options.host);
}

/** Calls the lookup function of the options for the addresses of host. */
function found(socket: any, options: any, host: string): void {
  const all = options.autoSelectFamily !== false && !options.localAddress;
  const ask = { family: options.family || 0, hints: options.hints || 0, ...(all ? { all: true } : {}) };
  options.lookup(host, ask, (error: any, addresses: any, family: any) => {
    if (!socket.connecting || socket.destroyed) return;
    if (!Array.isArray(addresses)) {
      socket.emit("lookup", error, addresses, family, host);
      addresses = [{ address: addresses, family }];
    }
    if (error) return void nextTick(() => socket.destroy(error));
    const list = addresses.map((entry: any) => entry.address);
    const bad = list.find((address: any) => !isIP(address));
    if (list.length === 0 || bad !== undefined) return void nextTick(() => socket.destroy(fault("TypeError", "ERR_INVALID_IP_ADDRESS", `Invalid IP address: ${bad}`)));
    dial(socket, { ...options, addresses: list });
  });
}

function dial(socket: any, options: any): void {
  const { path, port, family, addresses, localAddress } = options;
  let handle: SocketHandle;
  try {
    handle = net.connect({ path, host: options.host || "localhost", port: `${Number(port)}`, family: Number(`${family || 0}`.replace("IPv", "")), addresses, localAddress }, (error, about) => {
      if (socket[handleOf] !== handle) return;
      if (error) return socket.destroy(error);
      socket[opened](handle, about);
      if (!isIP(socket._host || "0.0.0.0") && !addresses) socket.emit("lookup", null, about.remoteAddress, about.remoteFamily === "IPv6" ? 6 : 4, socket._host);
      socket._refreshTimeout();
      socket.emit("connect");
      socket.emit("ready");
      socket[startReading]();
    });
  } catch (error) {
    nextTick(() => socket.destroy(error));
    return;
  }
  socket[handleOf] = handle;
  if (socket[settings].ref === false) handle.ref(false);
}

/** Reads the arguments of connect: options, (port, host) or a path; and the callback. */
export function connectArgs(args: any[]): [any, any] {
  if (Array.isArray(args[0])) args = args[0]; // a subclass has read them already
  const last = args[args.length - 1];
  const callback = typeof last === "function" ? last : undefined;
  const [first, second] = args;
  if (first !== null && typeof first === "object") return [first, callback];
  if (typeof first === "string" && !(Number(first) >= 0)) return [{ path: first }, callback];
  return [{ port: first, ...(typeof second === "string" ? { host: second } : {}) }, callback];
}

export const startReading = Symbol("start reading");
proto[startReading] = function () {
  if (this.readable && !this.isPaused()) this.read(0);
};
proto._read = function () {
  if (this[awaited]) return void this.once(this[awaited], () => this._read());
  if (!this[handleOf] || this[reading]) return;
  this[reading] = true;
  const handle = this[handleOf];
  handle.read((error: any, bytes: any) => {
    if (this[handleOf] !== handle) return;
    this[reading] = false;
    if (error) return this.destroy(error);
    this._refreshTimeout();
    if (bytes) {
      this.bytesRead += bytes.byteLength;
      this.push(g.Buffer.from(bytes));
    } else {
      this.push(null);
      this.read(0);
    }
  });
};

/**
 * Reports whether the running node may not send. Data that waits for the connection, or for an earlier write, is
 * sent later, when no node runs. So this is checked when the data is written.
 */
function refused(socket: any, callback: any): boolean {
  try {
    net.mayWrite();
    return false;
  } catch (error) {
    if (typeof callback === "function") nextTick(callback, error);
    socket.destroy(error);
    return true;
  }
}
proto.write = function (chunk: any, encoding?: any, callback?: any): boolean {
  if (refused(this, typeof encoding === "function" ? encoding : callback)) return false;
  return Duplex.prototype.write.call(this, chunk, encoding, callback);
};
proto.end = function (chunk?: any, encoding?: any, callback?: any) {
  const hasChunk = typeof chunk !== "function" && chunk !== undefined && chunk !== null;
  if (hasChunk && refused(this, typeof encoding === "function" ? encoding : callback)) return this;
  return Duplex.prototype.end.call(this, chunk, encoding, callback);
};

function send(socket: any, data: any, size: number, callback: any): void {
  const event = socket[awaited];
  if (event) {
    const later = () => {
      socket.removeListener("close", gone);
      send(socket, data, size, callback);
    };
    const gone = () => {
      socket.removeListener(event, later);
      callback(fault("Error", "ERR_SOCKET_CLOSED_BEFORE_CONNECTION", "Socket closed before the connection was established"));
    };
    socket.once(event, later);
    socket.once("close", gone);
    return;
  }
  const handle = socket[handleOf];
  if (!handle) return void callback(fault("Error", "ERR_SOCKET_CLOSED", "Socket is closed"));
  socket._refreshTimeout();
  try {
    const written = handle.write(data, (error: any) => {
      if (socket[handleOf] !== handle) return;
      if (!error) socket._refreshTimeout();
      callback(error || null);
    });
    if (written) callback(null);
  } catch (error) {
    nextTick(callback, error);
    return;
  }
  socket._bytesWritten += size;
}

const bytesOf = (chunk: any, encoding: any): any => (typeof chunk === "string" ? g.Buffer.from(chunk, encoding) : chunk);
proto._write = function (chunk: any, encoding: any, callback: any) {
  const bytes = bytesOf(chunk, encoding);
  send(this, bytes, bytes.length, callback);
};
proto._writev = function (chunks: any[], callback: any) {
  const list = chunks.map(({ chunk, encoding }) => bytesOf(chunk, encoding));
  send(this, list, list.reduce((sum, bytes) => sum + bytes.length, 0), callback);
};
proto._final = function (callback: any) {
  if (this[awaited]) return void this.once(this[awaited], () => this._final(callback));
  if (!this[handleOf]) return void callback();
  this[handleOf].end(() => callback());
};

proto._destroy = function (error: any, callback: any) {
  this.connecting = false;
  this[awaited] = null;
  g.clearTimeout(this[timer]);
  this[timer] = null;
  const handle = this[handleOf];
  this[handleOf] = null;
  this[reading] = false;
  this._hadError = Boolean(error);
  if (handle) handle.close();
  callback(error);
  const close = () => {
    this.emit("close", Boolean(error));
  };
  if (handle) g.setImmediate(close);
  else nextTick(close);
};
proto.destroySoon = function () {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once("finish", this.destroy);
};
proto.resetAndDestroy = function () {
  if (this[handleOf] && !this.connecting) this[handleOf].abort();
  return this.destroy();
};

proto.setTimeout = function (ms: any, callback?: any) {
  if (typeof ms !== "number") throw wrongType("msecs", "of type number", ms);
  if (!(ms >= 0)) throw outOfRange("msecs", "a non-negative finite number", ms);
  this.timeout = ms;
  this._refreshTimeout();
  if (ms === 0) {
    if (callback) this.removeListener("timeout", callback);
  } else if (callback) this.once("timeout", callback);
  return this;
};
/** Starts the timeout again. */
proto._refreshTimeout = proto._unrefTimer = function () {
  g.clearTimeout(this[timer]);
  this[timer] = null;
  if (!this.timeout || this.destroyed) return;
  this[timer] = g.setTimeout(() => this.emit("timeout"), this.timeout);
  this[timer].unref();
};

/** Calls now with the connection, as soon as there is one. */
function set(socket: any, name: string, value: any, now: (handle: any) => void): any {
  socket[settings][name] = value;
  if (socket[handleOf] && !socket.connecting) now(socket[handleOf]);
  return socket;
}
proto.setNoDelay = function (on?: any) {
  const value = on === undefined || Boolean(on);
  return set(this, "noDelay", value, (handle) => handle.noDelay(value));
};
proto.setKeepAlive = function (on?: any, delay?: any) {
  const value = [Boolean(on), Math.max(0, Number(delay) || 0)];
  return set(this, "keepAlive", value, (handle) => handle.keepAlive(...value));
};
for (const name of ["ref", "unref"]) {
  proto[name] = function () {
    this[settings].ref = name === "ref";
    if (this[handleOf]) this[handleOf].ref(name === "ref");
    return this;
  };
}
proto.address = function () {
  const { localAddress: address, localPort: port, localFamily: family } = this._about || {};
  return address ? { address, family, port } : {};
};
proto._getpeername = function () {
  const { remoteAddress: address, remotePort: port, remoteFamily: family } = this._about || {};
  return address ? { address, family, port } : {};
};

const getters: Record<string, (this: any) => any> = {
  pending() { return !this[handleOf] || this.connecting; },
  _connecting() { return this.connecting; },
  _handle() { return this[handleOf]; },
  readyState() {
    if (this.connecting) return "opening";
    if (this.readable && this.writable) return "open";
    return this.readable ? "readOnly" : this.writable ? "writeOnly" : "closed";
  },
  bufferSize() { return this[handleOf] ? this.writableLength : undefined; },
  bytesWritten() {
    let bytes = this._bytesWritten;
    for (const { chunk, encoding } of this._writableState.getBuffer()) bytes += bytesOf(chunk, encoding).length;
    return bytes;
  },
};
for (const name of ["remoteAddress", "remotePort", "remoteFamily", "localAddress", "localPort", "localFamily"]) {
  getters[name] = function () {
    return this.destroyed || this.connecting || !this._about ? undefined : this._about[name];
  };
}
for (const name of Object.keys(getters)) Object.defineProperty(proto, name, { get: getters[name], configurable: true, enumerable: true });
