// This file has Server of node:http, and what it shares with that of node:https.
import { extend } from "./classes";
import { wrongType } from "./errors";
import { Server as NetServer, serverArgs } from "./net_server";

/** Sets the limits of a server for requests. */
export function setLimits(server: any, options: any): void {
  const number = (name: string, otherwise: number): number => {
    const value = options[name];
    if (value !== undefined && typeof value !== "number") throw wrongType(name, "of type number", value);
    return value === undefined ? otherwise : value;
  };
  server.maxHeaderSize = options.maxHeaderSize;
  server.insecureHTTPParser = options.insecureHTTPParser;
  server.requestTimeout = number("requestTimeout", 300000);
  server.headersTimeout = number("headersTimeout", Math.min(60000, server.requestTimeout));
  server.keepAliveTimeout = number("keepAliveTimeout", 5000);
  server.connectionsCheckingInterval = number("connectionsCheckingInterval", 30000);
  server.requireHostHeader = options.requireHostHeader === undefined ? true : options.requireHostHeader;
  server.joinDuplicateHeaders = options.joinDuplicateHeaders;
  server.rejectNonStandardBodyWrites = options.rejectNonStandardBodyWrites || false;
  server.httpAllowHalfOpen = false;
  server.timeout = 0;
  server.maxHeadersCount = null;
  server.maxRequestsPerSocket = 0;
}

/** The methods of a server for requests. */
export const methods = {
  closeAllConnections(): void {},
  closeIdleConnections(): void {},
  setTimeout(this: any, ms: number, callback?: any): any {
    this.timeout = ms;
    if (callback) this.on("timeout", callback);
    return this;
  },
};

/** Listeners of a server that never listens; packages count them and remove them. */
export function onConnection(): void {}
export function onListening(): void {}

export function Server(this: any, options?: any, listener?: any): any {
  if (!(this instanceof (Server as any))) return new (Server as any)(options, listener);
  [options, listener] = serverArgs(options, listener);
  (NetServer as any).call(this, { ...options, allowHalfOpen: true, noDelay: options.noDelay ?? true });
  setLimits(this, options);
  if (listener) this.on("request", listener);
  this.on("connection", onConnection);
  this.on("listening", onListening);
}
extend(Server, NetServer, methods);
