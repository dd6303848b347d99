// This file is node:tls: TLS connections to servers. A script can make a server, but that cannot listen.
import { extend } from "./classes";
import { fault } from "./errors";
import { isIP } from "./net_ip";
import { Server as NetServer, serverArgs } from "./net_server";
import { awaited, begun, connectArgs, handleOf, opened, Socket, startReading } from "./net_socket";
import { nextTick } from "./stream_base";
import { Duplex } from "./stream_duplex";

const { net } = __hitlrun.node;
const g: any = globalThis;
const secureOptions = Symbol("options");

/** Returns the text of one or several PEM values. */
function pem(value: any): any {
  if (value === undefined || value === null) return undefined;
  const list = (Array.isArray(value) ? value : [value]).map((one) => (one && one.pem !== undefined ? one.pem : one));
  if (list.length === 1 && typeof list[0] !== "string") return list[0];
  return g.Buffer.from(list.map((one) => (typeof one === "string" ? one : g.Buffer.from(one).toString("latin1"))).join("\n"), "latin1");
}

export function SecureContext(this: any, options: any = {}): any {
  if (!(this instanceof (SecureContext as any))) return new (SecureContext as any)(options);
  if (options.pfx) throw new Error("The option pfx of node:tls is not part of hitlrun: use cert and key");
  this.context = {};
  this.options = { ca: pem(options.ca), cert: pem(options.cert), key: pem(options.key), minVersion: options.minVersion, maxVersion: options.maxVersion };
}
export const createSecureContext = (options?: any): any => new (SecureContext as any)(options);

/** Returns the names of ALPN protocols, which may be given in their binary form. */
function protocols(list: any): string[] | undefined {
  if (!list) return undefined;
  if (Array.isArray(list)) return list.map(String);
  const names = [];
  for (let at = 0; at < list.length; at += 1 + list[at]) names.push(g.Buffer.from(list.subarray(at + 1, at + 1 + list[at])).toString("latin1"));
  return names;
}

export function TLSSocket(this: any, socket: any, options: any = {}): any {
  if (!(this instanceof (TLSSocket as any))) return new (TLSSocket as any)(socket, options);
  if (options.isServer) throw new Error("A server side of node:tls is not part of hitlrun");
  (Socket as any).call(this, { ...options, handle: undefined });
  this[secureOptions] = options;
  this.encrypted = true;
  this.authorized = false;
  this.authorizationError = null;
  this.alpnProtocol = false;
  this.servername = null;
  this.secureConnecting = true;
  this._about = {};
  if (!socket) return;
  this[awaited] = begun;
  this._parent = socket;
  this.connecting = Boolean(socket.connecting);
}
Object.setPrototypeOf(TLSSocket.prototype, Socket.prototype);
Object.setPrototypeOf(TLSSocket, Socket);
const proto: any = TLSSocket.prototype;

/** Starts TLS over the stream that was given to the constructor. connect() and writing call it. */
proto._start = function () {
  if (!this._parent || this._started) return;
  this._started = true;
  over(this, this._parent);
};
for (const name of ["_write", "_writev"]) {
  proto[name] = function (...args: any[]) {
    this._start();
    return (Socket.prototype as any)[name].apply(this, args);
  };
}
/** Packages take this class from the handle of a socket that is made with a stream, and extend it. */
class JSStreamSocket extends (Duplex as any) {}
Object.defineProperty(proto, "_handle", {
  configurable: true,
  get(this: any) {
    return this[handleOf] || (this._parent && !this._parent[handleOf] ? { _parentWrap: new (JSStreamSocket as any)() } : null);
  },
});

/** Starts TLS over another stream. */
function over(self: any, socket: any): void {
  const fail = (error: any) => self.destroy(error);
  const start = () => {
    self.connecting = false;
    const early: any[] = [];
    for (let chunk; socket.readableLength > 0 && (chunk = socket.read()) !== null; ) early.push(typeof chunk === "string" ? g.Buffer.from(chunk, socket.readableEncoding) : chunk);
    const handle = socket[handleOf];
    if (socket._about) self._about = socket._about;
    if (handle) {
      socket[handleOf] = null; // the handle belongs to this socket now
      self.once("close", () => socket.destroy());
      socket.once("close", () => self.destroy());
      secure(self, handle, g.Buffer.concat(early));
    } else secure(self, through(self, socket), g.Buffer.concat(early));
  };
  socket.on("error", fail);
  // A socket with TLS is ready later than it is connected.
  if (socket[awaited]) socket.once(socket[awaited], start);
  else start();
}

/** Returns a handle for a stream of the script: one end of a connection in memory. Data is copied between its other end and the stream. */
function through(self: any, stream: any): any {
  const [near, far] = net.pair();
  const pump = () =>
    far.read((error, bytes) => {
      if (error || !bytes) return void stream.end();
      stream.write(g.Buffer.from(bytes), () => {});
      pump();
    });
  pump();
  stream.on("data", (chunk: any) => {
    stream.pause();
    far.write(chunk, () => stream.resume());
  });
  stream.on("end", () => far.close());
  stream.on("close", () => self.destroy());
  self.once("close", () => {
    far.close();
    stream.destroy();
  });
  return near;
}

proto[opened] = function (handle: any, about: any) {
  (Socket.prototype as any)[opened].call(this, handle, about);
  this[awaited] = begun;
};
proto[startReading] = function () {
  if (this[awaited] === begun && this[handleOf]) secure(this, this[handleOf]);
};

function secure(self: any, handle: any, early?: any): void {
  const options = self[secureOptions];
  const context = (options.secureContext || createSecureContext(options)).options;
  const host = options.servername || options.host || self._host || "localhost";
  const servername = options.servername !== undefined ? options.servername : isIP(host) ? "" : host;
  self.servername = servername || false;
  let up: any;
  try {
    up = handle.secure({ ...context, servername: `${servername}`, alpn: protocols(options.ALPNProtocols), early }, (error: any, about: any) => {
      if (self[handleOf] !== up) return;
      if (error) return void self.destroy(error);
      shake(self, about, host);
    });
  } catch (error) {
    nextTick(() => self.destroy(error));
    return;
  }
  self[handleOf] = up;
}

/** Is called when TLS is established. Checks the certificate. */
function shake(self: any, about: any, host: string): void {
  const options = self[secureOptions];
  self._secured = about;
  self.secureConnecting = false;
  self.alpnProtocol = about.alpn || false;
  let problem: any = null;
  if (about.chain) problem = Object.assign(new Error(about.chain.message), { code: about.chain.code });
  else if (about.certificate) {
    const certificate = self.getPeerCertificate(true);
    const { checkServerIdentity: check = checkServerIdentity } = options;
    // The names in the certificate count, and not a text that is made of them.
    problem = (check === checkServerIdentity ? misfit(host, certificate, about.dns || [], about.ips) : check(host, certificate)) || null;
  }
  if (problem) {
    self.authorizationError = problem.code || problem.message;
    if (options.rejectUnauthorized !== false) return void self.destroy(problem);
  } else self.authorized = true;
  self[awaited] = null;
  self.emit(begun);
  self.emit("secureConnect");
  self.emit("secure");
  (Socket.prototype as any)[startReading].call(self);
}

proto.getPeerCertificate = function () {
  const { certificate } = this._secured || {};
  if (!certificate) return {};
  const bare = (names: any) => Object.assign(Object.create(null), names);
  const { subject, issuer, subjectaltname, raw } = certificate;
  return { ...certificate, subject: bare(subject), issuer: bare(issuer), raw: g.Buffer.from(raw), subjectaltname: subjectaltname || undefined };
};
proto.getPeerX509Certificate = proto.getX509Certificate = () => undefined;
proto.getCipher = function () {
  const { cipher, protocol } = this._secured || {};
  return { name: cipher, standardName: cipher, version: protocol };
};
proto.getProtocol = function () {
  return this._secured ? this._secured.protocol : null;
};
proto.getSession = proto.getTLSTicket = proto.getEphemeralKeyInfo = proto.getFinished = proto.getPeerFinished = () => undefined;
proto.getSharedSigalgs = () => [];
proto.isSessionReused = () => false;
proto.setSession = proto.disableRenegotiation = proto.enableTrace = proto.setKeyCert = () => {};
proto.setServername = function (name: string) {
  this[secureOptions].servername = name;
};
proto.setMaxSendFragment = () => true;
proto.renegotiate = (_options: any, callback: any) => {
  const error = fault("Error", "ERR_TLS_RENEGOTIATION_DISABLED", "TLS session renegotiation disabled for this socket");
  if (callback) nextTick(callback, error);
  return false;
};

/** Returns undefined if the certificate is for the host, else an error. */
export function checkServerIdentity(host: string, certificate: any): any {
  const names = altNames(certificate.subjectaltname || "");
  const of = (kind: string) => names.filter((name) => name.startsWith(kind)).map((name) => name.slice(kind.length));
  return misfit(host, certificate, of("DNS:"), of("IP Address:"));
}

/** Splits a list of names that is one text. A name in quotes is one name, whatever it contains. */
function altNames(text: string): string[] {
  if (!text.includes('"')) return text.split(", ");
  const names: string[] = [];
  let name = "";
  for (let at = 0; at < text.length; ) {
    if (text[at] === '"') {
      const quoted = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/.exec(text.slice(at));
      if (!quoted) throw fault("SyntaxError", "ERR_TLS_CERT_ALTNAME_FORMAT", "Invalid subject alternative name string");
      name += JSON.parse(quoted[0]);
      at += quoted[0].length;
    } else if (text[at] === ",") {
      names.push(name);
      name = "";
      at += 2;
    } else name += text[at++];
  }
  return [...names, name];
}

/** Returns undefined if a certificate with these names is for the host, else an error. */
function misfit(host: string, certificate: any, dns: string[], ips: string[]): any {
  host = `${host}`.replace(/\.$/, "").toLowerCase();
  const alt = certificate.subjectaltname || "";
  let reason = "Cert does not contain a DNS name";
  let fits = false;
  if (isIP(host)) {
    fits = ips.some((ip) => ip.toLowerCase() === host);
    reason = `IP: ${host} is not in the cert's list: ${ips.join(", ")}`;
  } else if (dns.length > 0) {
    fits = dns.some((name) => matches(host, name));
    reason = `Host: ${host}. is not in the cert's altnames: ${alt}`;
  } else if (alt === "" && certificate.subject && certificate.subject.CN) {
    const names = [].concat(certificate.subject.CN);
    fits = names.some((name: string) => matches(host, name));
    reason = `Host: ${host}. is not cert's CN: ${names.join(", ")}`;
  }
  if (fits) return undefined;
  const error = fault("Error", "ERR_TLS_CERT_ALTNAME_INVALID", `Hostname/IP does not match certificate's altnames: ${reason}`);
  return Object.assign(error, { reason, host, cert: certificate });
}

/** Reports whether a host name matches a pattern. A star stands for the first label, or for a part of it. */
function matches(host: string, pattern: string): boolean {
  const [first, ...rest] = pattern.toLowerCase().replace(/\.$/, "").split(".");
  const [label, ...others] = host.split(".");
  if (rest.join(".") !== others.join(".")) return false;
  const [before, after, ...more] = first.split("*");
  if (after === undefined) return first === label;
  return more.length === 0 && rest.length > 1 && !first.startsWith("xn--") && label.length >= before.length + after.length && label.startsWith(before) && label.endsWith(after);
}

export function connect(...args: any[]): any {
  const [first, callback] = connectArgs(args);
  const more = args.find((arg, i) => i > 0 && arg !== null && typeof arg === "object");
  const options = { ...first, ...more };
  const socket = new (TLSSocket as any)(options.socket, options);
  if (callback) socket.once("secureConnect", callback);
  if (!options.socket) socket.connect(options);
  else socket._start();
  if (options.socket && options.timeout) socket.setTimeout(options.timeout);
  return socket;
}
export function Server(this: any, options?: any, listener?: any): any {
  if (!(this instanceof (Server as any))) return new (Server as any)(options, listener);
  [options, listener] = serverArgs(options, listener);
  (NetServer as any).call(this, options);
  this.setSecureContext(options);
  this.requestCert = options.requestCert === true;
  this.rejectUnauthorized = options.rejectUnauthorized !== false;
  this.ALPNProtocols = options.ALPNProtocols;
  if (listener) this.on("secureConnection", listener);
}
extend(Server, NetServer, {
  setSecureContext(this: any, options: any): void {
    this._sharedCreds = createSecureContext(options);
  },
  addContext(): void {},
  getTicketKeys: (): any => g.Buffer.alloc(48),
  setTicketKeys(): void {},
});
export const createServer = (options?: any, listener?: any): any => new (Server as any)(options, listener);
export const rootCertificates: string[] = [];
export const DEFAULT_MIN_VERSION = "TLSv1.2";
export const DEFAULT_MAX_VERSION = "TLSv1.3";
export const DEFAULT_ECDH_CURVE = "auto";
export const DEFAULT_CIPHERS = "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256";
export const CLIENT_RENEG_LIMIT = 3;
export const CLIENT_RENEG_WINDOW = 600;
export const getCiphers = (): string[] => DEFAULT_CIPHERS.toLowerCase().split(":");
export const convertALPNProtocols = (list: string[], out: any): void => {
  out.ALPNProtocols = g.Buffer.concat(list.map((name) => g.Buffer.concat([g.Buffer.from([name.length]), g.Buffer.from(name)])));
};
export default {
  TLSSocket, SecureContext, createSecureContext, checkServerIdentity, connect, createServer, Server, rootCertificates, DEFAULT_MIN_VERSION, DEFAULT_MAX_VERSION,
  DEFAULT_ECDH_CURVE, DEFAULT_CIPHERS, CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW, getCiphers, convertALPNProtocols,
};
