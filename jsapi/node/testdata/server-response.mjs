// Responses of requests that are made in memory.
import http from "node:http";
import { Writable } from "node:stream";

const say = (name, f) => {
  try {
    console.log(name, f());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
function answer(request, f) {
  return new Promise((resolve) => {
    let text = "";
    const response = new http.ServerResponse({ method: "GET", httpVersionMajor: 1, httpVersionMinor: 1, headers: {}, ...request });
    const socket = new Writable({
      write(chunk, encoding, done) {
        text += chunk;
        done();
      },
    });
    response.assignSocket(socket);
    response.on("finish", () => resolve(text.replace(/Date: .*/, "Date: now")));
    f(response);
  });
}
console.log(await answer({}, (r) => r.end("hello")));
console.log(await answer({}, (r) => r.writeHead(201, { "X-A": "1", "x-b": ["2", "3"] }).end("made")));
console.log(await answer({}, (r) => (r.setHeader("X-A", "0"), r.writeHead(404, "Nope", ["X-A", "1", "X-A", "2"]).end())));
console.log(await answer({}, (r) => (r.write("one"), r.write("two"), r.end("three"))));
console.log(await answer({ method: "HEAD" }, (r) => r.end("no body")));
console.log(await answer({}, (r) => r.writeHead(204).end()));
console.log(await answer({}, (r) => ((r.statusCode = 500), (r.statusMessage = "Bad day"), r.removeHeader("date"), r.end())));
console.log(await answer({ httpVersionMinor: 0 }, (r) => r.end("old")));
console.log(await answer({}, (r) => (r.writeContinue(), r.writeProcessing(), r.writeEarlyHints({ link: ["</a>; rel=preload", "</b>"], "x-c": "1" }), r.end("ok"))));
console.log(await answer({}, (r) => (r.setHeader("Connection", "close"), r.setHeader("Transfer-Encoding", "chunked"), r.end("chunk"))));

const made = () => new http.ServerResponse({ method: "GET", httpVersionMajor: 1, httpVersionMinor: 1, headers: {} });
const response = made();
console.log(response.statusCode, response.statusMessage, response.headersSent, response.writableEnded, response.finished, response.socket, response.sendDate);
say("status", () => response.writeHead(99));
say("reason", () => response.writeHead(200, "a\nb"));
response.statusMessage = "";
response.writeHead(200);
console.log(response.headersSent, response.statusMessage, response._header.replace(/Date: .*/, "Date: now"));
say("again", () => response.writeHead(200));
say("set", () => response.setHeader("a", "b"));
const socket = new Writable();
response.assignSocket(socket);
say("assigned", () => made().assignSocket(socket));
response.detachSocket(socket);
console.log(response.socket, socket._httpMessage);
function Mine(request) {
  http.ServerResponse.call(this, request);
}
Object.setPrototypeOf(Mine.prototype, http.ServerResponse.prototype);
const mine = new Mine({ method: "GET", httpVersionMajor: 1, httpVersionMinor: 1, headers: {} });
console.log(mine instanceof http.ServerResponse, mine.getHeaders(), Object.keys(mine).includes("statusCode"));
const touched = made();
touched.setHeader("foo", "bar");
touched.removeHeader("foo");
touched.writeHead(200, { "X-A": "1" });
console.log(touched.getHeaders(), made().writeHead(200, { "X-A": "1" }).getHeaders());
