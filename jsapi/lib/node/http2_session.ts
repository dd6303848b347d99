// This file has the session of a client of node:http2: a connection, its settings, its windows and its streams.
import { EventEmitter } from "./events";
import { checkSignal, fault } from "./errors";
import { constants, defaultSettings, settingNames } from "./http2_constants";
import { bytes32, content, CONTINUATION, DATA, frame, Frame, FrameReader, GOAWAY, HEADERS, maxFrame, PING, preface, PUSH_PROMISE, RST_STREAM, SETTINGS, WINDOW_UPDATE } from "./http2_frames";
import { listOf } from "./http2_headers";
import { ClientHttp2Stream, follow } from "./http2_stream";
import { nextTick } from "./stream_base";

const { http2 } = __hitlrun.node;
const g: any = globalThis;
const { NGHTTP2_NO_ERROR: none, NGHTTP2_CANCEL: cancel, NGHTTP2_REFUSED_STREAM: refused } = constants;
/** How many bytes may come on all streams before they are acknowledged. No setting changes it. */
const connectionWindow = 65535;
/** How many bytes of a block of headers may come before its end. */
const maxBlock = 256 << 10;
/** How many bytes may wait for a server that does not read, before its next question is taken for an attack. */
const maxUnsent = 1 << 20;
/** How many questions may come at once. */
const maxAnswers = 1000;
/** Methods whose requests have no body unless endStream is false. */
const bodiless = new Set(["GET", "HEAD", "DELETE"]);

export class Http2Session extends (EventEmitter as any) {}

export class ClientHttp2Session extends Http2Session {
  constructor(socket: any, authority: any, options: any) {
    super();
    this.type = constants.NGHTTP2_SESSION_CLIENT;
    this.socket = socket;
    this.encrypted = authority.scheme === "https";
    this.alpnProtocol = undefined;
    this.originSet = this.encrypted ? [authority.origin] : undefined;
    this.connecting = true;
    this.closed = this.destroyed = this.pendingSettingsAck = false;
    this.timeout = 0;
    this.localSettings = defaultSettings();
    this.remoteSettings = defaultSettings();
    this._authority = authority;
    this._options = options;
    this._tables = http2.headers();
    this._window = connectionWindow; // bytes that may be sent on the connection
    this._unread = 0; // bytes that came on the connection and are not acknowledged
    this._nextID = 1;
    this._streams = new Map(); // by id
    this._queue = []; // streams without an id
    this._pings = [];
    this._answers = []; // what is sent at the end of this turn
    this._acks = []; // what is to be done when the other side acknowledges settings
    this._block = null; // a block of headers whose end has not come
    const fail = () => this._violated(constants.NGHTTP2_FRAME_SIZE_ERROR, "Protocol error");
    const frames = new FrameReader((f) => {
      if (!this.destroyed) this._got(f);
      return f.type !== PING && f.type !== WINDOW_UPDATE;
    }, fail, socket);
    socket.on("data", (chunk: any) => {
      this._refresh();
      frames.add(chunk);
    });
    socket.on("error", (error: any) => this.destroy(error));
    for (const event of ["end", "close"]) socket.on(event, () => frames.end(() => this._lost()));
    if (!socket.connecting && !socket.secureConnecting) nextTick(() => this._connected());
    else socket.once(this.encrypted ? "secureConnect" : "connect", () => this._connected());
  }

  _connected(): void {
    if (this.destroyed) return;
    const { socket } = this;
    this.alpnProtocol = this.encrypted ? socket.alpnProtocol || undefined : "h2c";
    if (this.encrypted && this.alpnProtocol !== "h2") return void this._violated(constants.NGHTTP2_PROTOCOL_ERROR, "Protocol error");
    this.connecting = false;
    if (socket.setNoDelay) socket.setNoDelay();
    socket.write(g.Buffer.from(preface, "latin1"));
    this.settings({ ...this._options.settings, enablePush: false });
    this.emit("connect", this, socket);
    this._openQueued();
  }
  /** Is called when the connection is gone. */
  _lost(): void {
    if (this.destroyed) return;
    for (const stream of this._all()) {
      if (stream.rstCode === undefined) stream.rstCode = cancel;
      stream._resetDone = true;
      stream.destroy();
    }
    this.destroy();
  }
  _all(): any[] {
    return [...this._streams.values(), ...this._queue];
  }
  /** Ends the session, because the other side violates the protocol. */
  _violated(code: number, text: string): void {
    const error = Object.assign(fault("Error", "ERR_HTTP2_ERROR", text), { errno: -505 });
    this.destroy(error, code);
  }

  _send(bytes: any): void {
    const { socket } = this;
    if (this.destroyed || this.connecting || !socket || socket.destroyed) return;
    this._refresh();
    socket.write(bytes);
  }
  /** Sends an answer to a frame of the other side, together with those to the frames that came with it. */
  _answer(bytes: any): void {
    if (this._answers.length >= maxAnswers || this.socket.writableLength > maxUnsent) return void this._violated(constants.NGHTTP2_ENHANCE_YOUR_CALM, "Too many frames that are not read");
    if (this._answers.push(bytes) > 1) return;
    nextTick(() => {
      const all = this._answers.splice(0);
      this._send(all.length === 1 ? all[0] : g.Buffer.concat(all));
    });
  }
  _sendHeaders(id: number, list: string[], sensitive: string[], end: boolean): void {
    const block = g.Buffer.from(this._tables.encode(list, sensitive));
    for (let at = 0; at === 0 || at < block.length; at += maxFrame) {
      const last = at + maxFrame >= block.length;
      this._send(frame(at === 0 ? HEADERS : CONTINUATION, (last ? 4 : 0) | (at === 0 && end ? 1 : 0), id, block.subarray(at, at + maxFrame)));
    }
  }

  _got(f: Frame): void {
    const { type, payload } = f;
    const bad = (code: number = constants.NGHTTP2_PROTOCOL_ERROR) => this._violated(code, "Protocol error");
    if (this._block && (type !== CONTINUATION || f.stream !== this._block.id)) return bad();
    switch (type) {
      case DATA: return this._gotData(f, bad);
      case HEADERS: case CONTINUATION: return this._gotHeaders(f, bad);
      case RST_STREAM: {
        if (payload.length !== 4 || f.stream === 0) return bad();
        const stream = this._streams.get(f.stream);
        if (stream) stream._reset(payload.readUInt32BE(0));
        return;
      }
      case SETTINGS: return this._gotSettings(f, bad);
      case PUSH_PROMISE: return bad(); // it was not enabled
      case PING:
        if (payload.length !== 8 || f.stream !== 0) return bad();
        if (!(f.flags & 1)) {
          this._answer(frame(PING, 1, 0, payload));
          this.emit("ping", g.Buffer.from(payload));
          return;
        }
        if (this._pings.length > 0) this._pings.shift()(null, payload);
        return;
      case GOAWAY: return this._gotGoaway(f, bad);
      case WINDOW_UPDATE: return this._gotWindow(f, bad);
    }
  }
  _gotData(f: Frame, bad: any): void {
    const bytes = content(f);
    if (bytes === undefined || f.stream === 0) return bad();
    const size = f.payload.length;
    this._unread += size;
    if (this._unread * 2 >= connectionWindow) {
      this._answer(frame(WINDOW_UPDATE, 0, 0, bytes32(this._unread)));
      this._unread = 0;
    }
    const stream = this._streams.get(f.stream);
    if (!stream || stream._remoteEnded) return;
    if (stream._unread + size > this.localSettings.initialWindowSize) return bad(constants.NGHTTP2_FLOW_CONTROL_ERROR);
    stream._data(bytes, size);
    if (f.flags & 1) this._endOf(stream);
  }
  _gotHeaders(f: Frame, bad: any): void {
    const part = f.type === HEADERS ? content(f) : f.payload;
    if (part === undefined || f.stream === 0 || (f.type === CONTINUATION && !this._block)) return bad();
    const block = (this._block ||= { id: f.stream, flags: f.flags, parts: [], size: 0 });
    block.parts.push(g.Buffer.from(part));
    if ((block.size += 9 + part.length) > maxBlock) return bad(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    if (!(f.flags & 4)) return;
    this._block = null;
    let list: string[];
    try {
      list = this._tables.decode(g.Buffer.concat(block.parts));
    } catch {
      return bad(constants.NGHTTP2_COMPRESSION_ERROR);
    }
    const stream = this._streams.get(block.id);
    if (!stream || stream._remoteEnded) return;
    stream._headers(list, block.flags | 4);
    if (block.flags & 1) this._endOf(stream);
  }
  _endOf(stream: any): void {
    stream._ended();
  }
  _gotSettings(f: Frame, bad: any): void {
    if (f.flags & 1) {
      const done = this._acks.shift();
      if (done) done();
      return;
    }
    if (f.stream !== 0 || f.payload.length % 6 !== 0) return bad(constants.NGHTTP2_FRAME_SIZE_ERROR);
    for (let at = 0; at < f.payload.length; at += 6) {
      const name = settingNames[f.payload.readUInt16BE(at)];
      const value = f.payload.readUInt32BE(at + 2);
      if (!name) continue;
      if (name === "initialWindowSize") {
        if (value > constants.MAX_INITIAL_WINDOW_SIZE) return bad(constants.NGHTTP2_FLOW_CONTROL_ERROR);
        for (const stream of this._streams.values()) stream._window += value - this.remoteSettings.initialWindowSize;
      }
      if (name === "headerTableSize") this._tables.tableSize(value);
      this.remoteSettings[name] = name.startsWith("enable") ? value === 1 : value;
      if (name === "maxHeaderListSize") this.remoteSettings.maxHeaderSize = value;
    }
    this._answer(frame(SETTINGS, 1, 0));
    this.emit("remoteSettings", this.remoteSettings);
    this._flush();
    this._openQueued();
  }
  _gotGoaway(f: Frame, bad: any): void {
    if (f.payload.length < 8) return bad();
    const last = f.payload.readUInt32BE(0) & 0x7fffffff;
    const code = f.payload.readUInt32BE(4);
    this.closed = true;
    this.emit("goaway", code, last, f.payload.length > 8 ? g.Buffer.from(f.payload.subarray(8)) : undefined);
    for (const stream of this._all()) {
      if (stream.id !== undefined && stream.id <= last) continue;
      stream._resetDone = true;
      stream.close(refused);
    }
    if (code !== none) this.destroy(fault("Error", "ERR_HTTP2_SESSION_ERROR", `Session closed with error code ${code}`), none);
    else this._endIfIdle();
  }
  _gotWindow(f: Frame, bad: any): void {
    const size = f.payload.length === 4 ? f.payload.readUInt32BE(0) & 0x7fffffff : 0;
    if (size === 0) return bad();
    const target = f.stream === 0 ? this : this._streams.get(f.stream);
    if (!target) return;
    target._window += size;
    if (target._window > constants.MAX_INITIAL_WINDOW_SIZE) return bad(constants.NGHTTP2_FLOW_CONTROL_ERROR);
    this._flush();
  }
  _flush(): void {
    for (const stream of [...this._streams.values()]) stream._flush();
  }

  request(headers: any = {}, options: any = {}): any {
    if (this.destroyed) throw fault("Error", "ERR_HTTP2_INVALID_SESSION", "The session has been destroyed");
    if (this.closed) throw fault("Error", "ERR_HTTP2_GOAWAY_SESSION", "New streams cannot be created after receiving a GOAWAY");
    if (headers !== null && typeof headers !== "object") throw fault("TypeError", "ERR_INVALID_ARG_TYPE", 'The "headers" argument must be of type object');
    checkSignal(options.signal, "options.signal");
    const all: any = Object.assign(Object.create(null), headers);
    if (all[":method"] === undefined) all[":method"] = "GET";
    if (all[":method"] !== "CONNECT") {
      if (all[":authority"] === undefined && all.host === undefined) all[":authority"] = this._authority.host;
      if (all[":scheme"] === undefined) all[":scheme"] = this._authority.scheme;
      if (all[":path"] === undefined) all[":path"] = "/";
    }
    for (const symbol of Object.getOwnPropertySymbols(headers || {})) all[symbol] = headers[symbol];
    listOf(all, false); // throws an error if one is wrong
    const endStream = options.endStream === undefined ? bodiless.has(all[":method"]) : Boolean(options.endStream);
    const stream = new ClientHttp2Stream(this, all, { ...options, endStream });
    this._queue.push(stream);
    if (options.signal) follow(stream, options.signal);
    this._openQueued();
    if (endStream) stream.end();
    return stream;
  }
  _openQueued(): void {
    while (!this.connecting && !this.destroyed && this._queue.length > 0 && this._streams.size < this.remoteSettings.maxConcurrentStreams) {
      const stream = this._queue.shift();
      if (stream.destroyed) continue;
      this._streams.set(this._nextID, stream);
      this._nextID += 2;
      stream._open(this._nextID - 2);
    }
  }
  /** Is called when a stream has ended. */
  _forget(stream: any, id: any): void {
    this._streams.delete(id);
    const at = this._queue.indexOf(stream);
    if (at >= 0) this._queue.splice(at, 1);
    this._openQueued();
    this._endIfIdle();
  }
  _endIfIdle(): void {
    if (this.closed && !this.destroyed && this._streams.size === 0 && this._queue.length === 0) nextTick(() => this.destroy());
  }

  ping(...args: any[]): boolean {
    const callback = args.find((arg) => typeof arg === "function");
    const payload = args[0] && typeof args[0] !== "function" ? g.Buffer.from(args[0].buffer || args[0], args[0].byteOffset, args[0].byteLength) : g.Buffer.from(g.crypto.getRandomValues(new Uint8Array(8)));
    if (payload.length !== 8) throw fault("RangeError", "ERR_HTTP2_PING_LENGTH", "HTTP2 ping payload must be 8 bytes");
    if (this.destroyed) throw fault("Error", "ERR_HTTP2_INVALID_SESSION", "The session has been destroyed");
    if (this._pings.length >= 10) {
      if (callback) nextTick(callback, fault("Error", "ERR_HTTP2_PING_CANCEL", "HTTP2 ping cancelled"), 0, payload);
      return false;
    }
    const begin = g.performance.now();
    this._pings.push((error: any, back: any) => callback && callback(error, g.performance.now() - begin, g.Buffer.from(back || payload)));
    if (this.connecting) this.once("connect", () => this._send(frame(PING, 0, 0, payload)));
    else this._send(frame(PING, 0, 0, payload));
    return true;
  }
  settings(settings: any = {}, callback?: any): void {
    if (this.destroyed) throw fault("Error", "ERR_HTTP2_INVALID_SESSION", "The session has been destroyed");
    this.pendingSettingsAck = true;
    const begin = g.performance.now();
    this._acks.push(() => {
      Object.assign(this.localSettings, settings);
      this.pendingSettingsAck = this._acks.length > 0;
      if (callback) callback(null, this.localSettings, g.performance.now() - begin);
      this.emit("localSettings", this.localSettings);
    });
    // A larger window holds at once: bytes may come before the other side says that it knows of it.
    if (settings.initialWindowSize > this.localSettings.initialWindowSize) this.localSettings.initialWindowSize = settings.initialWindowSize;
    const packed = frame(SETTINGS, 0, 0, packSettings(settings));
    if (this.connecting) this.once("connect", () => this._send(packed));
    else this._send(packed);
  }
  goaway(code: number = none, last: number = 0, data?: any): void {
    this._send(frame(GOAWAY, 0, 0, g.Buffer.concat([bytes32(last, code), g.Buffer.from(data || [])])));
  }
  close(callback?: any): void {
    if (callback) this.once("close", callback);
    if (this.closed || this.destroyed) return;
    this.closed = true;
    this.goaway();
    this._endIfIdle();
  }
  destroy(error?: any, code?: number): void {
    if (this.destroyed) return;
    if (typeof error === "number") {
      code = error;
      error = code === none ? undefined : fault("Error", "ERR_HTTP2_SESSION_ERROR", `Session closed with error code ${code}`);
    }
    const { socket } = this;
    this.goaway(code === undefined ? (error ? constants.NGHTTP2_INTERNAL_ERROR : none) : code);
    this.destroyed = this.closed = true;
    this.connecting = false;
    clearTimeout(this._timer);
    for (const stream of this._all()) {
      stream._resetDone = true;
      if (!error && stream.rstCode === undefined) stream.rstCode = cancel;
      stream.destroy(error && stream.pending ? cancelled(error) : error);
    }
    for (const ping of this._pings.splice(0)) ping(fault("Error", "ERR_HTTP2_PING_CANCEL", "HTTP2 ping cancelled"));
    this.socket = undefined;
    if (error) socket.destroy();
    else socket.destroySoon ? socket.destroySoon() : socket.end();
    const ended = () => {
      if (error) this.emit("error", error);
      this.emit("close");
    };
    nextTick(ended);
  }
  ref(): void {
    if (this.socket && this.socket.ref) this.socket.ref();
  }
  unref(): void {
    if (this.socket && this.socket.unref) this.socket.unref();
  }
  setTimeout(ms: number, callback?: any): any {
    this.timeout = ms;
    if (callback) ms === 0 ? this.removeListener("timeout", callback) : this.once("timeout", callback);
    this._refresh();
    return this;
  }
  _refresh(): void {
    clearTimeout(this._timer);
    if (!this.timeout || this.destroyed) return;
    this._timer = setTimeout(() => this.emit("timeout"), this.timeout);
    (this._timer as any).unref();
  }
  /** Lets the other side send more at once on the connection. */
  setLocalWindowSize(size: number): void {
    if (size > 65535) this._send(frame(WINDOW_UPDATE, 0, 0, bytes32(size - 65535)));
  }
  get state(): any {
    return { effectiveLocalWindowSize: 65535, effectiveRecvDataLength: 0, nextStreamID: this._nextID, localWindowSize: 65535, lastProcStreamID: 0, remoteWindowSize: this._window, outboundQueueSize: this.socket ? this.socket.writableLength : 0, deflateDynamicTableSize: 0, inflateDynamicTableSize: 0 };
  }
}

/** Returns the error of a stream that waits for a connection that failed. */
function cancelled(cause: any): any {
  const error = fault("Error", "ERR_HTTP2_STREAM_CANCEL", `The pending stream has been canceled (caused by: ${cause.message})`);
  Object.defineProperty(error, "cause", { value: cause, writable: true, configurable: true });
  return error;
}

/** Returns settings as they are sent. */
export function packSettings(settings: any): any {
  const parts: any[] = [];
  settingNames.forEach((name, number) => {
    let value = name && settings[name];
    if (name === "maxHeaderListSize" && value === undefined) value = settings.maxHeaderSize;
    if (value === undefined || value === "") return;
    if (typeof value === "boolean") value = value ? 1 : 0;
    const most = name === "maxFrameSize" ? 16777215 : name === "initialWindowSize" ? 2147483647 : 4294967295;
    if (typeof value !== "number" || !(value >= (name === "maxFrameSize" ? 16384 : 0)) || value > most) throw fault("RangeError", "ERR_HTTP2_INVALID_SETTING_VALUE", `Invalid value for setting "${name}": ${value}`);
    if (name === "maxFrameSize") value = maxFrame; // what a reader of frames takes
    const b = g.Buffer.alloc(6);
    b.writeUInt16BE(number, 0);
    b.writeUInt32BE(value, 2);
    parts.push(b);
  });
  return g.Buffer.concat(parts);
}
