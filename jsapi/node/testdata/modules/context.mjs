// node:async_hooks.
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";

const als = new AsyncLocalStorage();
const other = new AsyncLocalStorage();
const tick = () => Promise.resolve();
show("outside", () => als.getStore());
show("run", () => als.run({ id: 1 }, (a, b) => [als.getStore(), a, b], "x", "y"));
show("after run", () => als.getStore());
show("nested", () => als.run(1, () => [als.getStore(), als.run(2, () => als.getStore()), als.getStore(), other.run("o", () => [als.getStore(), other.getStore()]), other.getStore()]));
show("undefined as a store", () => als.run(1, () => als.run(undefined, () => als.getStore())));
show("exit", () => als.run(1, () => [als.exit((x) => [als.getStore(), x], "arg"), als.getStore()]));
show("throws", () => als.run(1, () => { throw new TypeError("inside"); }));
show("after a throw", () => als.getStore());
const later = {};
als.run("captured", () => {
  later.snapshot = AsyncLocalStorage.snapshot();
  later.bound = AsyncLocalStorage.bind((x) => [als.getStore(), x]);
  later.resource = new AsyncResource("TEST");
});
show("snapshot", () => als.run("now", () => [later.snapshot((x) => [als.getStore(), x], 5), als.getStore()]));
show("bind", () => als.run("now", () => [later.bound(6), als.getStore()]));
show("resource", () => [later.resource.runInAsyncScope(function (a) { return [als.getStore(), this.t, a]; }, { t: 1 }, 7), als.getStore()]);
show("resource bind", () => {
  const f = later.resource.bind(function (a, b) { return [als.getStore(), this === undefined, a]; });
  return [f(1), f.length];
});
show("static bind", () => als.run("s", () => AsyncResource.bind(() => als.getStore()))());
show("resource type", () => [later.resource.type, typeof later.resource.asyncId(), later.resource.emitDestroy() === later.resource]);
show("wrong", () => new AsyncResource());
show("wrong", () => later.resource.bind(5));

const main = async () => {
  await shows("across await", () => als.run("a", async () => {
    const seen = [als.getStore()];
    await null;
    seen.push(als.getStore());
    await new Promise((resolve) => setTimeout(resolve, 1));
    seen.push(als.getStore());
    await Promise.all([1, 2].map(async (n) => {
      await als.run(n, async () => {
        await tick();
        seen.push(als.getStore());
      });
      seen.push(als.getStore());
    }));
    return seen;
  }));
  await shows("not outside", async () => {
    als.run("b", () => tick().then(tick));
    await tick();
    return als.getStore();
  });
  await shows("timers", () => new Promise((resolve) => als.run("t", () => {
    const seen = [];
    setTimeout(() => {
      seen.push("timeout " + als.getStore());
      queueMicrotask(() => seen.push("microtask " + als.getStore()));
      setImmediate(() => {
        seen.push("immediate " + als.getStore());
        resolve(seen);
      });
    }, 1);
  })));
  await shows("interval", () => new Promise((resolve) => als.run("i", () => {
    const seen = [];
    const timer = setInterval(() => {
      seen.push(als.getStore());
      if (seen.length === 2) {
        clearInterval(timer);
        resolve(seen);
      }
    }, 1);
  })));
  await shows("then handler keeps the context of then", () => als.run("outer", () => {
    const p = als.run("inner", () => new Promise((resolve) => setTimeout(resolve, 1)));
    return p.then(() => als.getStore());
  }));
  await shows("concurrent", () => Promise.all(["x", "y"].map((id) => als.run(id, async () => {
    await new Promise((resolve) => setTimeout(resolve, id === "x" ? 4 : 2));
    return als.getStore();
  }))));
  await shows("enterWith", () => new Promise((resolve) => setTimeout(async () => {
    als.enterWith("entered");
    const now = als.getStore();
    await null;
    resolve([now, als.getStore()]);
  }, 1)));
  await shows("disable", () => als.run("d", async () => {
    als.disable();
    const off = als.getStore();
    return [off, als.run("again", () => als.getStore())];
  }));
};
main();
