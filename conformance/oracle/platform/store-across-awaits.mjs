// Pins: AsyncLocalStorage: run, getStore across await, timers, nested runs, exit, enterWith, bind, snapshot
import { AsyncLocalStorage } from "node:async_hooks";

const als = new AsyncLocalStorage();
const pause = (ms) => new Promise((r) => setTimeout(r, ms));
console.log(als.getStore());
const result = als.run({ id: 1 }, () => {
  setTimeout(() => console.log("timer", als.getStore()), 1);
  queueMicrotask(() => console.log("microtask", als.getStore()));
  return "returned";
});
console.log(result, als.getStore());
await Promise.all([1, 2].map((id) => als.run({ id }, async () => {
  await pause(3 - id);
  console.log("in", id, als.getStore());
  await als.run("nested", async () => {
    await null;
    console.log("nested", als.getStore());
  });
  console.log("after", als.getStore());
})));
als.run("outer", () => als.exit(() => console.log("exit", als.getStore())));
const bound = als.run("bound", () => AsyncLocalStorage.bind(() => als.getStore()));
console.log(bound(), als.getStore());
const snapshot = als.run("snap", () => AsyncLocalStorage.snapshot());
console.log(snapshot(() => als.getStore()));
await pause(5);
