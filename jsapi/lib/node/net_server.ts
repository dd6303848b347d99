// This file has Server of node:net, and what the servers of http, https and tls share. A server can be made, as frameworks
// do when they are loaded or tested with requests in memory. It cannot listen.
import { extend } from "./classes";
import { checkFunction, fault, wrongType } from "./errors";
import { EventEmitter } from "./events";
import { nextTick } from "./stream_base";

/** Returns the options and the listener of a server, of which both can be left out. */
export function serverArgs(options: any, listener: any): [any, any] {
  if (typeof options === "function") [options, listener] = [{}, options];
  else if (options === undefined || options === null) options = {};
  else if (typeof options !== "object") throw wrongType("options", "of type object", options);
  if (listener !== undefined && listener !== null) checkFunction(listener, "listener");
  return [options, listener];
}

export function Server(this: any, options?: any, listener?: any): any {
  if (!(this instanceof (Server as any))) return new (Server as any)(options, listener);
  [options, listener] = serverArgs(options, listener);
  (EventEmitter as any).call(this, options);
  if (listener) this.on("connection", listener);
  this._connections = 0;
  this._handle = null;
  this.allowHalfOpen = options.allowHalfOpen || false;
  this.pauseOnConnect = Boolean(options.pauseOnConnect);
  this.noDelay = Boolean(options.noDelay);
  this.keepAlive = Boolean(options.keepAlive);
  this.keepAliveInitialDelay = (options.keepAliveInitialDelay || 0) / 1000;
}
extend(Server, EventEmitter, {
  listen(): never {
    throw fault("Error", "ERR_METHOD_NOT_IMPLEMENTED", "A script of hitlrun cannot listen: it sends requests and serves none. A Go program with package server does, or hitlrun serve");
  },
  address: (): null => null,
  get listening(): boolean {
    return false;
  },
  getConnections(this: any, callback: any): any {
    nextTick(callback, null, 0);
    return this;
  },
  close(this: any, callback?: any): any {
    if (typeof callback === "function") nextTick(callback, fault("Error", "ERR_SERVER_NOT_RUNNING", "Server is not running."));
    nextTick(() => this.emit("close"));
    return this;
  },
  ref(this: any): any {
    return this;
  },
  unref(this: any): any {
    return this;
  },
});
