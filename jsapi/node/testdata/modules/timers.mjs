// node:timers and node:timers/promises.
import timers, { setTimeout as after } from "node:timers";
import { scheduler, setImmediate as immediate, setInterval as every, setTimeout as sleep } from "node:timers/promises";
import promises from "node:timers/promises";
import { promisify } from "node:util";

const main = async () => {
  show("globals", () => [after === globalThis.setTimeout, timers.clearInterval === globalThis.clearInterval, promises.setTimeout === sleep]);
  await shows("sleep", () => sleep(1, "value"));
  await shows("sleep without", () => sleep(1));
  await shows("immediate", () => immediate("now"));
  await shows("promisified", async () => [await promisify(setTimeout)(1, "v"), await promisify(setImmediate)("i")]);
  await shows("order", async () => {
    const seen = [];
    await Promise.all([sleep(20, "b"), sleep(5, "a"), immediate("i")].map((p) => p.then((v) => seen.push(v))));
    return seen;
  });
  await shows("aborted", async () => {
    const c = new AbortController();
    after(() => c.abort(), 1);
    await sleep(1000, "never", { signal: c.signal });
  });
  await shows("aborted with a reason", async () => {
    const c = new AbortController();
    after(() => c.abort("why"), 1);
    try {
      await sleep(1000, "never", { signal: c.signal });
    } catch (error) {
      return [error.name, error.code, error.cause];
    }
  });
  await shows("aborted before", () => sleep(1, "x", { signal: AbortSignal.abort() }));
  await shows("immediate aborted", () => immediate("x", { signal: AbortSignal.abort() }));
  await shows("not aborted", () => sleep(1, "x", { signal: new AbortController().signal }));
  await shows("wrong signal", () => sleep(1, "x", { signal: 5 }));
  await shows("wrong options", () => sleep(1, "x", 5));
  await shows("wrong ref", () => sleep(1, "x", { ref: 5 }));
  await shows("interval", async () => {
    const seen = [];
    for await (const v of every(2, "t")) {
      seen.push(v);
      if (seen.length === 3) break;
    }
    return seen;
  });
  await shows("interval aborted", async () => {
    const c = new AbortController();
    const seen = [];
    try {
      for await (const v of every(2, "t", { signal: c.signal })) {
        seen.push(v);
        if (seen.length === 2) c.abort();
      }
    } catch (error) {
      seen.push(error.name);
    }
    return seen;
  });
  await shows("scheduler", async () => [await scheduler.wait(1), await scheduler.yield()]);
};
main();
