// Pins: the retry policy of a task, and what it says
import { entrypoint, task } from "@langchain/langgraph";

let runs = 0;
const flaky = task({ name: "flaky", retry: { maxAttempts: 3, initialInterval: 1, jitter: false } }, async (until) => {
  runs++;
  if (runs < until) throw new TypeError(`attempt ${runs}`);
  return runs;
});
const flow = entrypoint("flow", (until) => flaky(until));
console.log(await flow.invoke(3));
runs = 0;
console.log(await flow.invoke(5).catch((e) => `${e.name}: ${e.message}`), runs);
runs = 0;
const picky = task({ name: "picky", retry: { initialInterval: 1, jitter: false, logWarning: false, retryOn: (e) => e.message !== "attempt 2" } }, async () => {
  runs++;
  throw new Error(`attempt ${runs}`);
});
console.log(await entrypoint("flow", () => picky()).invoke(1).catch((e) => e.message), runs);
