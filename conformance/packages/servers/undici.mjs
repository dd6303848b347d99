// What undici does with a server: its requests, connections and errors, and responses byte by byte.
import { Agent, Client, EnvHttpProxyAgent, errors, fetch, FormData, getGlobalDispatcher, interceptors, MockAgent, pipeline, Pool, ProxyAgent, request, RetryAgent, setGlobalDispatcher, stream, upgrade, WebSocket } from "undici";
import { PassThrough, Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const base = process.env.BASE;
const told = (f) => Promise.resolve().then(f).catch((error) => console.log("!", error.name, error.code, error.message.replaceAll(/:\d{4,5}\b/g, ":PORT"), error.cause ? error.cause.code : ""));

await told(async () => {
  const { statusCode, headers, trailers, body } = await request(`${base}/echo?q=1`, { method: "POST", headers: { "content-type": "application/json", "x-a": ["1", "2"] }, body: JSON.stringify({ a: "ä" }) });
  console.log(statusCode, headers["content-type"], trailers);
  const got = await body.json();
  console.log(got.method, got.url, got.body);
});
await told(async () => {
  const response = await fetch(`${base}/echo`, { method: "PUT", body: new URLSearchParams({ a: "1 2" }) });
  console.log(response.status, response.ok, response.headers.get("content-type"), (await response.json()).body, response.bodyUsed);
  const form = new FormData();
  form.set("name", "Ann");
  const sent = await (await fetch(`${base}/echo`, { method: "POST", body: form })).json();
  console.log(sent.body.includes('name="name"'), sent.body.includes("Ann"));
  const followed = await fetch(`${base}/redirect`);
  console.log(followed.redirected, new URL(followed.url).pathname, followed.status);
  console.log((await (await fetch(`${base}/big`)).arrayBuffer()).byteLength);
  const copy = (await fetch(`${base}/echo`)).clone();
  console.log((await copy.text()).length > 10);
});
await told(async () => {
  const chunks = [];
  await stream(`${base}/big`, { method: "GET", opaque: chunks }, ({ statusCode, opaque }) => new Writable({ write(chunk, _, next) { opaque.push(chunk.length); setImmediate(next); } }));
  console.log("stream", chunks.reduce((a, b) => a + b, 0));
  const through = Readable.from(["one ", "two"]).pipe(pipeline(`${base}/echo`, { method: "POST" }, ({ body }) => body.pipe(new PassThrough())));
  console.log("pipeline", JSON.parse((await buffer(through)).toString()).body);
});
await told(async () => {
  const client = new Client(base, { pipelining: 3 });
  console.log((await Promise.all([1, 2, 3, 4, 5].map((i) => client.request({ path: `/echo?${i}`, method: "GET" }).then(({ body }) => body.json()).then(({ url }) => url)))).join());
  const head = await client.request({ path: "/echo", method: "HEAD" });
  console.log(head.statusCode, (await head.body.text()).length);
  await client.close();
  console.log(client.closed, client.destroyed);
  await client.request({ path: "/", method: "GET" });
});
await told(async () => {
  const pool = new Pool(base, { connections: 2 });
  console.log((await Promise.all(Array.from({ length: 8 }, (_, i) => pool.request({ path: `/echo?${i}`, method: "GET" }).then(({ body }) => body.json()).then(({ url }) => url.slice(-1))))).sort().join());
  console.log(pool.stats.connected <= 2);
  await pool.destroy();
});
await told(() => request(`${base}/stall`, { headersTimeout: 300 }));
await told(() => request(`${base}/stall`, { signal: AbortSignal.timeout(100) }));
await told(async () => (await request(`${base}/cut`)).body.text());
await told(async () => (await fetch(`${base}/cut`)).text());
await told(() => request("http://127.0.0.1:1/"));
await told(() => fetch("http://127.0.0.1:1/"));
await told(() => request(`${base}/echo`, { method: "GET /" }));
await told(() => new Client("nothing"));
await told(async () => {
  const once = new Agent({ maxResponseSize: 100 });
  await (await request(`${base}/big`, { dispatcher: once })).body.text();
});
await told(async () => {
  const retries = new RetryAgent(new Agent(), { maxRetries: 1, minTimeout: 1, statusCodes: [418] });
  console.log((await request(`${base}/echo`, { dispatcher: retries })).statusCode);
  const redirects = new Agent().compose(interceptors.redirect({ maxRedirections: 2 }));
  console.log((await request(`${base}/redirect`, { dispatcher: redirects })).statusCode, (await request(`${base}/redirect`)).statusCode);
});
await told(async () => {
  const before = getGlobalDispatcher();
  const mock = new MockAgent();
  mock.disableNetConnect();
  setGlobalDispatcher(mock);
  mock.get("http://mail.test").intercept({ path: "/send", method: "POST" }).reply(201, { sent: true }, { headers: { "x-id": "7" } });
  const { statusCode, headers, body } = await request("http://mail.test/send", { method: "POST" });
  console.log(statusCode, headers["x-id"], await body.json());
  await told(() => request("http://other.test/"));
  setGlobalDispatcher(before);
});
await told(async () => (await request("http://else.test/", { dispatcher: new ProxyAgent(base) })).statusCode);

// Responses byte by byte: what a server writes after a head that ends each one, in pieces.
const raw = async (text, options = {}) => {
  const client = new Client(base);
  try {
    const { statusCode, statusText, headers, trailers, body } = await client.request({ path: `/raw/${Buffer.from(text, "latin1").toString("hex")}`, method: "GET", ...options });
    const text_ = await body.text();
    console.log(statusCode, JSON.stringify(headers), JSON.stringify(text_), JSON.stringify(trailers));
  } catch (error) {
    console.log("!", error.name, error.code, error.message);
  }
  await client.destroy();
};
await raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: b \r\nx-a:c\r\nEmpty:\r\n\r\nhello");
await raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n5\r\nhello\r\n3;x=y\r\nabc\r\n0\r\nT: v\r\n\r\n");
await raw("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n");
await raw("HTTP/1.1 200\r\n\r\nuntil the end");
await raw("HTTP/1.0 200 Fine\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok");
await raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc");
await raw("HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n");
await raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\n\r\n");
await raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello and more");
await raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
await raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", { method: "HEAD" });
await raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
await raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
for (const head of [
  "HTTX/1.1 200 OK", "HTTP/3.1 200 OK", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1  200 OK", "HTTP/1.1 200 OK\r\nA b: c", "HTTP/1.1 200 OK\r\nA: \x01", "HTTP/1.1 200 OK\r\nA: b\r\n c",
  "HTTP/1.1 200 OK\nA: b", "HTTP/1.1 200 OK\r\n: c", "HTTP/1.1 200 OK\r\nContent-Length: 3x", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3", "HTTP/1.1 200 OK\r\nContent-Length:",
  "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3", `HTTP/1.1 200 OK\r\nA: ${"x".repeat(20000)}`, "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999",
]) await raw(`${head}\r\n\r\n`);
for (const body of ["G\r\n", "5\r\nhelloX", "5\nhello\r\n0\r\n\r\n", "fffffffffffffffffff\r\n", "5\r\nhello\r\n", "5 \r\nhello\r\n0\r\n\r\n"]) await raw(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);
await told(async () => {
  const hex = Buffer.from("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\nfirst bytes").toString("hex");
  const { socket, headers } = await upgrade(`${base}/raw/${hex}`, { protocol: "echo" });
  console.log(headers.upgrade, (await buffer(socket)).toString());
});
console.log(errors.HTTPParserError.name, typeof WebSocket, typeof EnvHttpProxyAgent, await sleep(1, "end"));
