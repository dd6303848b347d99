// Pins: express and hono: apps are made and routes found; hono answers requests without a server
import express from "express";
import { Hono } from "hono";
import { cors } from "hono/cors";

const old = express();
old.get("/", (request, response) => response.send("x"));
old.use("/sub", express.Router().get("/y", () => {}), express.json());
console.log(typeof old.listen, old.get("env"), old.router.stack.map((layer) => layer.name));

const app = new Hono();
app.use(cors());
app.get("/u/:id", (c) => c.json({ id: c.req.param("id"), q: c.req.query("q") }));
app.post("/p", async (c) => c.text((await c.req.json()).a, 201));
const answer = await app.request("/u/3?q=z");
console.log(answer.status, await answer.json(), answer.headers.get("access-control-allow-origin"));
console.log((await app.request("/p", { method: "POST", body: JSON.stringify({ a: "b" }) })).status, (await app.request("/none")).status);
