// Pins: ioredis and redis against Redis: commands, pipelines, transactions, scripts, binary values, subscriptions, errors
import Redis from "ioredis";
import { createClient } from "redis";
const url = process.env.REDIS_URL;
const a = new Redis(url);
console.log(await a.set("k", "välue"), await a.get("k"), await a.get("none"), await a.incrby("n", 41), await a.incr("n"));
console.log(await a.getBuffer("k"), await a.hset("h", { x: 1, y: "two" }), await a.hgetall("h"), await a.lpush("l", "a", "b"), await a.lrange("l", 0, -1));
console.log(await a.pipeline().set("p", 1).incr("p").lpush("p", "no").exec().then((list) => list.map(([e, v]) => (e ? e.message : v))));
console.log(await a.multi().set("m", 1).incr("m").exec(), await a.eval("return {KEYS[1], ARGV[1], 7}", 1, "key", "arg"));
a.defineCommand("twice", { numberOfKeys: 1, lua: "return redis.call('incrby', KEYS[1], 2)" });
console.log(await a.twice("n"), await a.expire("k", 100), (await a.ttl("k")) > 0, await a.zadd("z", 2, "b", 1, "a"), await a.zrange("z", 0, -1, "WITHSCORES"));
try { await a.call("nonsense"); } catch (e) { console.log(e.name, e.message.slice(0, 29)); }
const sub = a.duplicate();
const heard = new Promise((done) => sub.on("message", (channel, text) => done([channel, text])));
await sub.subscribe("news"); await a.publish("news", "it rains"); console.log(await heard);
const big = "x".repeat(300000); await a.set("big", big); console.log((await a.get("big")) === big);
const keys = []; for await (const list of a.scanStream({ match: "*", count: 2 })) keys.push(...list);
console.log(keys.sort().join());
sub.disconnect(); console.log(await a.quit());
const b = createClient({ url }); b.on("error", (e) => console.log("error", e.message));
await b.connect();
console.log(await b.set("k", "v", { EX: 10 }), await b.get("k"), await b.hGetAll("h"), await b.multi().incr("n").get("k").exec(), await b.zRangeWithScores("z", 0, -1));
console.log(await Promise.all(Array.from({ length: 100 }, (_, i) => b.incrBy("sum", i))).then((l) => l.at(-1)), await b.exists(["k", "none"]));
try { await b.lPush("k", "x"); } catch (e) { console.log(e.message); }
const s = b.duplicate(); await s.connect();
const told = new Promise((done) => s.subscribe("news", (text, channel) => done([channel, text])));
await new Promise((r) => setTimeout(r, 50)); await b.publish("news", "sun"); console.log(await told);
await s.unsubscribe("news"); await s.close(); await b.close();
const nobody = new Redis({ port: 1, host: "127.0.0.1", lazyConnect: true, retryStrategy: null });
nobody.on("error", () => {});
await nobody.connect().catch((e) => console.log(e.message));
