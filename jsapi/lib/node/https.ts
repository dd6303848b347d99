// This file is node:https: requests over TLS. A script can make a server, but that cannot listen.
import { extend } from "./classes";
import { Agent as HttpAgent } from "./http_agent";
import { ClientRequest, urlOptions } from "./http_client";
import { methods, setLimits } from "./http_server";
import { serverArgs } from "./net_server";
import { connect, Server as TlsServer } from "./tls";

const g: any = globalThis;

export function Agent(this: any, options?: any): any {
  if (!(this instanceof (Agent as any))) return new (Agent as any)(options);
  (HttpAgent as any).call(this, options);
  this.defaultPort = 443;
  this.protocol = "https:";
  this.maxCachedSessions = 100;
}
Object.setPrototypeOf(Agent.prototype, HttpAgent.prototype);
Object.setPrototypeOf(Agent, HttpAgent);
const proto: any = Agent.prototype;

proto.createConnection = function (...args: any[]) {
  return connect(...args);
};
/** The options by which connections differ. A connection is used again only if they are equal. */
const parts = [
  "ca", "cert", "clientCertEngine", "ciphers", "key", "pfx", "rejectUnauthorized", "servername", "minVersion", "maxVersion", "secureProtocol", "crl", "honorCipherOrder",
  "ecdhCurve", "dhparam", "secureOptions", "sessionIdContext",
];
proto.getName = function (options: any = {}) {
  const name = (HttpAgent.prototype as any).getName.call(this, options);
  return parts.reduce((sum, key) => `${sum}:${options[key] === undefined || (key === "servername" && options[key] === options.host) ? "" : options[key]}`, name);
};

export const globalAgent = new (Agent as any)({ keepAlive: true, scheduling: "lifo", timeout: 5000 });

export function request(...args: any[]): any {
  let options: any = {};
  if (typeof args[0] === "string") options = urlOptions(new g.URL(args.shift()));
  else if (args[0] instanceof g.URL) options = urlOptions(args.shift());
  if (args[0] && typeof args[0] !== "function") Object.assign(options, args.shift());
  options._defaultAgent = globalAgent;
  return new (ClientRequest as any)(options, args[0]);
}
export function get(...args: any[]): any {
  const made = request(...args);
  made.end();
  return made;
}
export function Server(this: any, options?: any, listener?: any): any {
  if (!(this instanceof (Server as any))) return new (Server as any)(options, listener);
  [options, listener] = serverArgs(options, listener);
  (TlsServer as any).call(this, { ...options, noDelay: options.noDelay ?? true, ALPNProtocols: options.ALPNProtocols || ["http/1.1"] });
  setLimits(this, options);
  if (listener) this.on("request", listener);
}
extend(Server, TlsServer, methods);
export const createServer = (options?: any, listener?: any): any => new (Server as any)(options, listener);
export default { Agent, globalAgent, request, get, createServer, Server };
