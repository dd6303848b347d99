// Requests over HTTP/2 to the server of TestHTTP2.
import http2 from "node:http2";
import { once } from "node:events";
const BASE = process.env.BASE;
const session = http2.connect(BASE);
session.on("connect", (s, socket) => console.log("connect", s === session, session.encrypted, session.alpnProtocol, typeof socket.write));
session.once("remoteSettings", (s) => console.log("remote", s.maxConcurrentStreams, s.initialWindowSize));
session.on("close", () => console.log("session close", session.destroyed, session.closed));
session.on("error", (e) => console.log("session error", e.code, e.message));
const ask = (headers, options = {}, ...parts) => new Promise((done) => {
  const events = [];
  let text = "", head, trail;
  const req = session.request(headers, options);
  for (const name of ["ready", "response", "trailers", "headers", "continue", "aborted", "end", "finish", "close", "timeout"]) req.on(name, () => events.push(name));
  req.on("response", (h, flags) => { head = h; events.push(flags); });
  req.on("headers", (h) => events.push(h[":status"] + " " + h.link));
  req.on("trailers", (h) => { trail = h; });
  req.on("error", (e) => events.push("error " + e.code + " " + e.message));
  req.setEncoding("utf8");
  req.on("data", (d) => (text += d));
  req.on("close", () => done({ head, trail, text: text.length > 40 ? text.length : text, events: events.join(), rst: req.rstCode, aborted: req.aborted, destroyed: req.destroyed, closed: req.closed, eah: req.endAfterHeaders }));
  for (const part of parts) req.write(part);
  if (parts.length) req.end();
  if (options.then) options.then(req);
});
console.log(await ask({ ":path": "/status?c=204" }));
console.log(await ask({ ":path": "/status?c=500", ":method": "HEAD" }));
console.log(await ask({ ":path": "/echo", ":method": "POST", "X-In": "v", cookie: ["a=1", "b=2"] }, {}, "hello ", Buffer.from("world")));
console.log(await ask({ ":path": "/echo", ":method": "POST" }, { endStream: true }));
console.log(await ask({ ":path": "/big" }));
console.log(await ask({ ":path": "/panic" }));
console.log(await ask({ ":path": "/half" }, { then: (r) => r.once("data", () => session.request({ ":path": "/taken" }).resume()) }));
console.log(await ask({ ":path": "/early" }));
console.log(await ask({ ":path": "/hang" }, { then: (r) => setTimeout(() => r.close(http2.constants.NGHTTP2_CANCEL), 100) }));
console.log(await ask({ ":path": "/hang" }, { then: (r) => setTimeout(() => r.destroy(), 100) }));
console.log(await ask({ ":path": "/hang" }, { then: (r) => setTimeout(() => r.destroy(new Error("enough")), 100) }));
const c = new AbortController(); setTimeout(() => c.abort(), 150);
console.log(await ask({ ":path": "/hang" }, { signal: c.signal }));
console.log(await ask({ ":path": "/bighead", "x-big": "y".repeat(60000) }));
console.log((await Promise.all(Array.from({ length: 12 }, (_, i) => ask({ ":path": "/echo", ":method": "POST" }, {}, "x".repeat(100 + i))))).map((r) => r.text).join());
console.log((await ask({ ":path": "/echo", ":method": "POST" }, {}, "x".repeat(300000))).trail["x-sum"]);
console.log((await ask({ ":path": "/echo", ":method": "POST", trailer: "x-t" }, { waitForTrailers: true, then: (r) => { r.on("wantTrailers", () => r.sendTrailers({ "x-t": "T" })); r.end("abc"); } })).trail);
await new Promise((r) => session.ping((err, ms, payload) => { console.log("ping", err, ms >= 0, payload.length); r(); }));
for (const h of [{ connection: "close" }, { ":bad": "1" }, { te: "gzip" }, { "content-type": ["a", "b"] }]) try { session.request(h); console.log("no error"); } catch (e) { console.log(e.name, e.code, e.message); }
session.close();
try { session.request({}); } catch (e) { console.log(e.code, e.message); }
await once(session, "close");
try { session.request({}); } catch (e) { console.log(e.code, e.message); }
const no = http2.connect("http://127.0.0.1:1");
no.on("error", (e) => console.log("no", e.code)); no.on("close", () => console.log("no close"));
const r = no.request({}); r.on("error", (e) => console.log("r", e.code)); r.on("close", () => console.log("r close", r.rstCode));
