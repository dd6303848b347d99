// Pins: ws as a client: text and binary, fragments of both sizes, ping, compression, close codes, refusal, streams, custom headers
import WebSocket, { createWebSocketStream } from "ws";
const url = process.env.WS_URL;
const open = (path, ...rest) => new Promise((done, fail) => { const s = new WebSocket(url + path, ...rest); s.on("open", () => done(s)); s.on("error", fail); });
const next = (s, event = "message") => new Promise((done) => s.once(event, (...a) => done(a)));
const s = await open("/", ["chat"], { headers: { "x-a": "b" } });
console.log(s.readyState, s.protocol, s.extensions.split(";")[0]);
for (const size of [0, 5, 126, 70000, 300000]) { s.send("x".repeat(size)); const [d, binary] = await next(s); console.log(d.length, binary, d.toString() === "x".repeat(size)); }
s.send(Buffer.from([1, 2, 3])); console.log(await next(s));
s.ping("hi"); console.log((await next(s, "pong")).map(String));
s.close(1000, "bye"); console.log((await next(s, "close")).map(String));
const plain = await open("/", { perMessageDeflate: false }); plain.onmessage = (e) => { console.log(typeof e.data, e.data, e.type); plain.terminate(); }; plain.send("ü"); console.log((await next(plain, "close")).map(String));
await open("/refused").catch((e) => console.log(e.message));
const str = createWebSocketStream(await open("/"), { encoding: "utf8" }); str.write("through a stream"); for await (const part of str) { console.log(part); str.destroy(); break; }
const bad = new WebSocket("ws://127.0.0.1:1"); bad.on("error", (e) => console.log(e.code)); 
