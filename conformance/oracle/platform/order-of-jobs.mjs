// Pins: the order of sync code, nextTick, microtasks, immediates, timers and top-level await
const log = [];
setTimeout(() => log.push("timeout 0"), 0);
setTimeout(() => log.push("timeout 5"), 5);
setTimeout(() => {
  log.push("timeout 1");
  Promise.resolve().then(() => log.push("microtask of timeout 1"));
  process.nextTick(() => log.push("tick of timeout 1"));
}, 1);
queueMicrotask(() => log.push("microtask"));
Promise.resolve().then(() => log.push("then")).then(() => log.push("then then"));
process.nextTick(() => log.push("tick"));
(async () => {
  log.push("async starts");
  await null;
  log.push("async goes on");
})();
log.push("sync");
await new Promise((r) => setTimeout(r, 15));
console.log(log);
const interval = [];
await new Promise((r) => {
  const i = setInterval(() => {
    interval.push(interval.length);
    if (interval.length === 3) {
      clearInterval(i);
      r();
    }
  }, 1);
});
console.log(interval);
const settled = await Promise.allSettled([1, Promise.reject(new Error("no")), new Promise((r) => setTimeout(r, 1, "late"))]);
console.log(settled.map((s) => [s.status, s.value ?? s.reason?.message]));
console.log(await Promise.race([new Promise((r) => setTimeout(r, 5, "slow")), "fast"]), await Promise.any([Promise.reject(1), 2]), (await Promise.any([Promise.reject(1)]).catch((e) => e)).name);
const { promise, resolve } = Promise.withResolvers?.() ?? (() => {
  let resolve;
  return { promise: new Promise((r) => (resolve = r)), resolve };
})();
resolve("with resolvers");
console.log(await promise);
