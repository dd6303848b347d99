// Pins: p-map, bottleneck, keyv, rate-limiter-flexible
import pMap from "p-map";
import Bottleneck from "bottleneck";
import Keyv from "keyv";
import { RateLimiterMemory } from "rate-limiter-flexible";

{
console.log(await pMap([1, 2, 3], async (x) => x * 2, { concurrency: 2 }));
const b = new Bottleneck({ maxConcurrent: 1, minTime: 5 });
console.log(await Promise.all([1, 2].map((x) => b.schedule(async () => x))));
const k = new Keyv();
await k.set("a", { b: 1 }, 1000);
console.log(await k.get("a"), await k.get("z"));
const r = new RateLimiterMemory({ points: 1, duration: 5 });
await r.consume("x");
console.log(await r.consume("x").catch((e) => e.remainingPoints));
}
