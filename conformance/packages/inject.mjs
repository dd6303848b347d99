// Pins: fastify with plugins, express, koa and hapi answer requests that are made in memory (inject, light-my-request)
import cookie from "@fastify/cookie";
import cors from "@fastify/cors";
import formbody from "@fastify/formbody";
import Hapi from "@hapi/hapi";
import express from "express";
import Fastify from "fastify";
import Koa from "koa";
import inject from "light-my-request";

const shown = ({ statusCode, payload, headers }) => {
  const { date, ...rest } = headers;
  console.log(statusCode, payload, rest);
};
const app = Fastify();
await app.register(cors, { origin: "http://a.org" });
await app.register(formbody);
await app.register(cookie, { secret: "s" });
app.addHook("onRequest", async (request) => {
  request.seen = true;
});
const schema = {
  params: { type: "object", properties: { name: { type: "string", minLength: 2 } } },
  response: { 200: { type: "object", properties: { hi: { type: "string" }, seen: { type: "boolean" } } } },
};
app.get("/hi/:name", { schema }, async (request, reply) => {
  reply.setCookie("a", "b", { signed: true });
  return { hi: request.params.name, seen: request.seen, hidden: 1 };
});
app.post("/form", async (request) => request.body);
app.get("/fail", async () => {
  throw Object.assign(new Error("no"), { statusCode: 418 });
});
await app.register(async (sub) => sub.get("/sub", (request, reply) => reply.send("sub")), { prefix: "/p" });
shown(await app.inject({ url: "/hi/bob", headers: { origin: "http://a.org" } }));
shown(await app.inject("/hi/b"));
shown(await app.inject({ method: "POST", url: "/form", payload: "a=1&b=2", headers: { "content-type": "application/x-www-form-urlencoded" } }));
shown(await app.inject({ method: "POST", url: "/form", payload: { z: [1] } }));
for (const url of ["/fail", "/p/sub", "/none"]) shown(await app.inject(url));
console.log(app.printRoutes());
await app.close();

const old = express();
old.use(express.json());
old.set("etag", false);
old.get("/a/:id", (request, response) => response.status(201).json({ id: request.params.id, q: request.query.q }));
old.post("/b", (request, response) => response.send(`<p>${JSON.stringify(request.body)}</p>`));
old.get("/r", (request, response) => response.redirect("/a/1"));
old.get("/error", () => {
  throw new Error("bad");
});
old.use((error, request, response, next) => response.status(500).send(error.message));
shown(await inject(old, "/a/7?q=x"));
shown(await inject(old, { method: "POST", url: "/b", payload: { a: 1 } }));
for (const url of ["/r", "/error", "/none"]) shown(await inject(old, url));

const koa = new Koa();
koa.silent = true;
koa.use(async (context, next) => {
  await next();
  context.set("x-after", "1");
});
koa.use((context) => {
  if (context.path === "/bad") context.throw(400, "bad");
  context.body = { path: context.path, q: context.query.q };
});
shown(await inject(koa.callback(), "/k?q=1"));
shown(await inject(koa.callback(), "/bad"));

const server = Hapi.server({ port: 0 });
server.route({ method: "GET", path: "/h/{name}", handler: (request, h) => h.response({ hi: request.params.name }).code(201).header("x-a", "1") });
server.route({ method: "POST", path: "/p", handler: (request) => request.payload });
const answer = await server.inject("/h/bob");
console.log(answer.statusCode, answer.result, answer.headers["x-a"]);
console.log((await server.inject({ method: "POST", url: "/p", payload: { z: 1 } })).payload, (await server.inject("/none")).statusCode);
