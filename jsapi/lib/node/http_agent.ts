// This file has Agent of node:http, which opens connections and uses them again.
import { EventEmitter } from "./events";
import { connect } from "./net";

type Lists = Record<string, any[]>;

export function Agent(this: any, options?: any): any {
  if (!(this instanceof (Agent as any))) return new (Agent as any)(options);
  (EventEmitter as any).call(this);
  this.defaultPort = 80;
  this.protocol = "http:";
  this.options = { path: null, noDelay: true, ...options };
  this.requests = Object.create(null);
  this.sockets = Object.create(null);
  this.freeSockets = Object.create(null);
  this.keepAliveMsecs = this.options.keepAliveMsecs || 1000;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || Infinity;
  this.maxFreeSockets = this.options.maxFreeSockets || 256;
  this.scheduling = this.options.scheduling || "lifo";
  this.maxTotalSockets = this.options.maxTotalSockets || Infinity;
  this.totalSocketCount = 0;
  this.on("free", (socket: any, socketOptions: any) => freed(this, socket, socketOptions));
}
Object.setPrototypeOf(Agent.prototype, (EventEmitter as any).prototype);
Object.setPrototypeOf(Agent, EventEmitter);
const proto: any = Agent.prototype;
(Agent as any).defaultMaxSockets = Infinity;

proto.createConnection = connect;
proto.getName = function (options: any = {}) {
  let name = `${options.host || "localhost"}:${options.port || ""}:${options.localAddress || ""}`;
  if (options.family === 4 || options.family === 6) name += `:${options.family}`;
  return options.socketPath ? `${name}:${options.socketPath}` : name;
};

function take(lists: Lists, name: string, socket: any): boolean {
  const list = lists[name];
  const at = list ? list.indexOf(socket) : -1;
  if (at < 0) return false;
  list.splice(at, 1);
  if (list.length === 0) delete lists[name];
  return true;
}
const put = (lists: Lists, name: string, item: any) => (lists[name] ||= []).push(item);

/** Is called when a request does not need its socket any more. */
function freed(agent: any, socket: any, options: any): void {
  const name = agent.getName(options);
  if (!socket.writable) return void socket.destroy();
  const waiting = agent.requests[name];
  if (waiting && waiting.length > 0) {
    const request = waiting.shift();
    if (waiting.length === 0) delete agent.requests[name];
    return give(agent, request, socket);
  }
  const request = socket._httpMessage;
  const idle = agent.freeSockets[name] || [];
  const busy = agent.sockets[name] || [];
  const full = idle.length >= agent.maxFreeSockets || idle.length + busy.length > agent.maxSockets || agent.totalSocketCount > agent.maxTotalSockets;
  if (!request || !request.shouldKeepAlive || !agent.keepAlive || full || !agent.keepSocketAlive(socket)) return void socket.destroy();
  socket._httpMessage = null;
  agent.removeSocket(socket, options);
  socket.once("error", ignore);
  put(agent.freeSockets, name, socket);
}
function ignore(this: any): void {
  this.destroy();
  this.emit("agentRemove");
}

proto.addRequest = function (request: any, options: any, port?: any, localAddress?: any) {
  if (typeof options === "string") options = { host: options, port, localAddress };
  options = { ...options, ...this.options };
  if (options.socketPath) options.path = options.socketPath;
  named(request, options);
  const name = this.getName(options);
  const idle = this.freeSockets[name];
  let socket;
  while (idle && idle.length > 0) {
    socket = this.scheduling === "fifo" ? idle.shift() : idle.pop();
    if (!socket.destroyed) break;
    socket = undefined;
  }
  if (idle && idle.length === 0) delete this.freeSockets[name];
  const busy = (this.sockets[name] || []).length + (idle ? idle.length : 0);
  if (socket) {
    socket.removeListener("error", ignore);
    this.reuseSocket(socket, request);
    put(this.sockets, name, socket);
    give(this, request, socket);
  } else if (busy < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) {
    this.createSocket(request, options, (error: any, made: any) => (error ? request.onSocket(null, error) : give(this, request, made)));
  } else {
    request._agentOptions = options;
    put(this.requests, name, request);
  }
};

/** Sets the server name for TLS to that of the Host header. */
function named(request: any, options: any): void {
  if (options.servername || options.servername === "") return;
  options.servername = options.host;
  const header = request.getHeader("host");
  if (header && typeof header === "string") options.servername = header.startsWith("[") ? header.slice(1, header.indexOf("]")) : header.split(":", 1)[0];
}

proto.createSocket = function (request: any, options: any, done: any) {
  options = { ...options, ...this.options };
  if (options.socketPath) options.path = options.socketPath;
  named(request, options);
  const name = this.getName(options);
  options._agentKey = name;
  options.encoding = null;
  let called = false;
  const made = (error: any, socket?: any) => {
    if (called) return;
    called = true;
    if (error) return done(error);
    put(this.sockets, name, socket);
    this.totalSocketCount++;
    install(this, socket, options);
    done(null, socket);
  };
  // If the agent retains connections, TCP keep-alive is used for them.
  if (this.keepAlive) Object.assign(options, { keepAlive: this.keepAlive, keepAliveInitialDelay: this.keepAliveMsecs });
  const socket = this.createConnection(options, made);
  if (socket) made(null, socket);
};

function install(agent: any, socket: any, options: any): void {
  const onFree = () => agent.emit("free", socket, options);
  const onClose = () => agent.removeSocket(socket, options);
  const onTimeout = () => {
    if (Object.values(agent.freeSockets as Lists).some((list) => list.includes(socket))) socket.destroy();
  };
  const onRemove = () => {
    agent.removeSocket(socket, options);
    socket.removeListener("close", onClose);
    socket.removeListener("free", onFree);
    socket.removeListener("timeout", onTimeout);
    socket.removeListener("agentRemove", onRemove);
  };
  socket.on("free", onFree);
  socket.on("close", onClose);
  socket.on("timeout", onTimeout);
  socket.on("agentRemove", onRemove);
  if (agent.options.timeout) socket.setTimeout(agent.options.timeout);
}

proto.removeSocket = function (socket: any, options: any) {
  const name = this.getName(options);
  if (!socket.writable) {
    if (take(this.freeSockets, name, socket)) this.totalSocketCount--;
    else if (take(this.sockets, name, socket)) this.totalSocketCount--;
  } else if (take(this.sockets, name, socket) && socket._httpMessage !== null) this.totalSocketCount--;
  next(this, name, options);
};
/** Starts a waiting request, if there is room for it. */
function next(agent: any, name: string, options: any): void {
  const waiting = agent.requests[name];
  if (!waiting || waiting.length === 0 || (agent.sockets[name] || []).length >= agent.maxSockets) return;
  const request = waiting.find((each) => !each[coming]); // each gets one socket, however long its connection takes
  if (!request) return;
  options = request._agentOptions || options;
  request[coming] = true;
  agent.createSocket(request, options, (error: any, socket: any) => {
    request[coming] = false;
    const list = agent.requests[name];
    const at = list ? list.indexOf(request) : -1;
    if (at < 0) return void (socket && freed(agent, socket, options)); // it got the socket of another request meanwhile
    list.splice(at, 1);
    if (list.length === 0) delete agent.requests[name];
    if (error) request.onSocket(null, error);
    else give(agent, request, socket);
  });
}
const coming = Symbol("coming"); // whether a socket is made for a request that waits

proto.keepSocketAlive = function (socket: any) {
  socket.setKeepAlive(true, this.keepAliveMsecs);
  socket.unref();
  let time = this.options.timeout || 0;
  const { res } = socket._httpMessage || ({} as any);
  const hint = /^timeout=(\d+)/.exec((res && res.headers["keep-alive"]) || "");
  if (hint) {
    const asked = Number(hint[1]) * 1000;
    if (asked === 0) return false;
    if (time === 0 || asked < time) time = asked;
  }
  if (socket.timeout !== time) socket.setTimeout(time);
  return true;
};
proto.reuseSocket = function (socket: any, request: any) {
  request.reusedSocket = true;
  socket.ref();
};
proto.destroy = function () {
  for (const lists of [this.freeSockets, this.sockets]) {
    for (const list of Object.values(lists as Lists)) for (const socket of [...list]) socket.destroy();
  }
};

function give(agent: any, request: any, socket: any): void {
  request.onSocket(socket);
  const time = agent.options.timeout || 0;
  if (request.timeout === undefined || request.timeout === time) return;
  socket.setTimeout(request.timeout);
}

export const globalAgent = new (Agent as any)({ keepAlive: true, scheduling: "lifo", timeout: 5000 });
