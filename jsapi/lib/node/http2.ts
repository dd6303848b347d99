// This file is node:http2: clients. A script can make a server, but that cannot listen.
import { constants, defaultSettings, sensitiveHeaders, settingNames } from "./http2_constants";
import { ClientHttp2Session, packSettings } from "./http2_session";
import { fault } from "./errors";
import { connect as connectPlain } from "./net";
import { Server as NetServer } from "./net_server";
import { connect as connectTLS, Server as TlsServer } from "./tls";
import { isIP } from "./net_ip";

const g: any = globalThis;

export function connect(authority: any, options?: any, listener?: any): any {
  if (typeof options === "function") [options, listener] = [undefined, options];
  options = { ...options };
  const url = typeof authority === "string" ? new g.URL(authority) : authority;
  const protocol = url.protocol || options.protocol || "https:";
  if (protocol !== "http:" && protocol !== "https:") throw fault("Error", "ERR_HTTP2_UNSUPPORTED_PROTOCOL", `protocol "${protocol}" is unsupported.`);
  const hostname = (url.hostname || "localhost").replace(/^\[(.*)\]$/, "$1");
  const port = url.port !== undefined && url.port !== "" ? url.port : protocol === "http:" ? 80 : 443;
  const shown = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  const host = url.host || (Number(port) === (protocol === "http:" ? 80 : 443) ? shown : `${shown}:${port}`);
  let socket: any;
  if (typeof options.createConnection === "function") socket = options.createConnection(url, options);
  else if (protocol === "http:") socket = connectPlain({ ...options, host: hostname, port });
  else socket = connectTLS({ ALPNProtocols: ["h2"], ...(isIP(hostname) ? {} : { servername: hostname }), ...options, host: hostname, port });
  const session = new ClientHttp2Session(socket, { scheme: protocol.slice(0, -1), host, origin: `${protocol}//${host}` }, options);
  if (listener) session.once("connect", listener);
  return session;
}

function serverOf(Base: any): any {
  return (options?: any, listener?: any): any => {
    if (typeof options === "function") [options, listener] = [undefined, options];
    const server = new Base(options);
    server.timeout = 0;
    server.setTimeout = () => server;
    server.updateSettings = () => {};
    if (listener) server.on("request", listener);
    return server;
  };
}
export const createServer = serverOf(NetServer);
export const createSecureServer = serverOf(TlsServer);

export class Http2ServerRequest {}
export class Http2ServerResponse {}
export const performServerHandshake = (): never => {
  throw new Error("A server side of node:http2 is not part of hitlrun");
};

export const getDefaultSettings = defaultSettings;
export const getPackedSettings = (settings: any = {}): any => packSettings(settings);
export function getUnpackedSettings(packed: any): any {
  if (packed.length % 6 !== 0) throw fault("RangeError", "ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH", "Packed settings length must be a multiple of six");
  const settings: any = {};
  for (let at = 0; at < packed.length; at += 6) {
    const name = settingNames[packed.readUInt16BE(at)];
    const value = packed.readUInt32BE(at + 2);
    if (!name) continue;
    settings[name] = name.startsWith("enable") ? value !== 0 : value;
    if (name === "maxHeaderListSize") settings.maxHeaderSize = value;
  }
  return settings;
}
export { constants, sensitiveHeaders };
export default {
  connect, constants, createServer, createSecureServer, getDefaultSettings, getPackedSettings, getUnpackedSettings, performServerHandshake, sensitiveHeaders, Http2ServerRequest,
  Http2ServerResponse,
};
