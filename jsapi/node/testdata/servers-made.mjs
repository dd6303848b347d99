// Servers can be made, as frameworks do that are tested with requests in memory.
import http from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { EventEmitter, once } from "node:events";

const say = (name, f) => {
  try {
    console.log(name, f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
for (const [name, module] of Object.entries({ http, https, net, tls })) {
  const server = module.createServer(() => {});
  console.log(name, server instanceof module.Server, server instanceof net.Server, server instanceof EventEmitter);
  console.log(server.listening, server.address(), server.ref() === server, server.unref() === server);
  server.getConnections((error, count) => console.log("connections", error, count));
  server.close((error) => console.log(error.code, error.message));
  await once(server, "close");
  say("options", () => module.createServer("no"));
  if (name !== "net") say("listener", () => module.createServer({}, "no"));
}
const limited = http.createServer({ keepAliveTimeout: 7, requestTimeout: 9 });
console.log(limited.keepAliveTimeout, limited.requestTimeout, limited.headersTimeout, limited.timeout, limited.maxHeadersCount, limited.maxRequestsPerSocket);
const plain = https.createServer();
console.log(plain.keepAliveTimeout, plain.requestTimeout, plain.headersTimeout, plain.timeout);
console.log(limited.setTimeout(5) === limited, limited.timeout);
limited.closeAllConnections();
limited.closeIdleConnections();
say("limit", () => http.createServer({ requestTimeout: "1" }));

// A request that the framework makes itself reaches the listener.
const server = http.createServer((request, response) => console.log(request, response));
server.emit("request", "request", "response");
console.log(server.listenerCount("request"), server.eventNames());
class Mine extends http.Server {}
console.log(new Mine() instanceof http.Server);
