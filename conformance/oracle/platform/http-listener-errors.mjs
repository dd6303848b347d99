// Pins: an error that a listener of a response throws is not an error of the request
import http from "node:http";
import { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

process.on("uncaughtException", (e) => console.log("uncaught", e.name, e.message));
const respond = (text) => {
  const socket = new Duplex({ read() {}, write(chunk, _, done) { setImmediate(() => socket.push(text)); done(); } });
  return socket;
};
const ok = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const get = (text, listener) => {
  const request = http.get({ host: "nowhere", createConnection: () => respond(text) }, listener);
  request.on("error", (e) => console.log("error", e.code, e.message));
  return request;
};
console.log("response");
get(ok, (res) => { res.resume(); null.foo; });
await sleep(20);
console.log("data");
get(ok, (res) => { res.on("data", () => { throw new RangeError("in data"); }); });
await sleep(20);
console.log("information");
get("HTTP/1.1 103 Early Hints\r\n\r\n" + ok, () => {}).on("information", () => { throw new Error("in information"); });
await sleep(20);
console.log("wrong response");
get("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nhello", () => console.log("not reached"));
await sleep(20);
console.log("error in the listener of an error");
get("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nhello", () => {}).on("error", () => { throw new Error("in error"); });
await sleep(20);
console.log("the response is read");
get(ok, (res) => res.setEncoding("utf8").on("data", (d) => console.log(d)).on("end", () => console.log("end")));
await sleep(20);
