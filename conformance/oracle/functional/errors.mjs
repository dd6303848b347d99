// Pins: errors of tasks and entrypoints; retry of a task; going on after an error keeps finished tasks
import { MemorySaver, entrypoint, task } from "@langchain/langgraph";

let attempts = 0;
const flaky = task({ name: "flaky", retry: { maxAttempts: 3, initialInterval: 1, jitter: false, logWarning: false } }, async () => {
  if (++attempts < 3) throw new Error("attempt " + attempts);
  return "done in " + attempts;
});
console.log(await entrypoint("e", async () => flaky()).invoke(1));
const ran = [];
let broken = true;
const first = task("first", async () => (ran.push("first"), 1));
const second = task("second", async () => {
  ran.push("second");
  if (broken) throw new TypeError("broken");
  return 2;
});
const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, async () => (await first()) + (await second()));
const config = { configurable: { thread_id: "1" } };
try {
  await flow.invoke("in", config);
} catch (e) {
  console.log(e.name, e.message, ran);
}
broken = false;
console.log(await flow.invoke(null, config), ran);
const caught = entrypoint("caught", async () => {
  try {
    await second();
    throw new Error("x");
  } catch (e) {
    return "caught " + e.message;
  }
});
console.log(await caught.invoke(1));
try {
  await first();
} catch (e) {
  console.log(e.name, e.message);
}
try {
  entrypoint("gen", function* () {});
} catch (e) {
  console.log(e.name, e.message);
}
try {
  task("gen", async function* () {});
} catch (e) {
  console.log(e.name, e.message);
}
