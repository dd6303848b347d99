// Pins: timeouts of tasks and entrypoints
import { NodeTimeoutError, entrypoint, isNodeTimeoutError, task } from "@langchain/langgraph";

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const slow = task({ name: "slow", timeout: 120 }, async (ms) => {
  await wait(ms);
  return `waited ${ms}`;
});
const flow = entrypoint("flow", (ms) => slow(ms));
const attempt = async (f) => {
  try {
    console.log(await f());
  } catch (e) {
    console.log(e.name, e.message.replace(/elapsed: \d+/, "elapsed: N"), e.node, e.kind, e.timeout, e.runTimeout, e.idleTimeout, e instanceof NodeTimeoutError, isNodeTimeoutError(e));
  }
};
await attempt(() => flow.invoke(1));
await attempt(() => flow.invoke(250));
await attempt(() => entrypoint({ name: "whole", timeout: { runTimeout: 60 } }, () => wait(200)).invoke(1));
for (const timeout of [0, -1, { runTimeout: 0 }, { idleTimeout: "x" }, { refreshOn: "never" }]) {
  try {
    task({ name: "t", timeout }, () => 1);
  } catch (e) {
    console.log(e.message);
  }
}
