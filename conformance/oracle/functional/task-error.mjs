// Pins: the error of a task ends the run; the tasks that finished are not repeated when it goes on
// Differs: the error kept for the entrypoint is the one it failed with; the library keeps an AbortError of its own making
import { MemorySaver, entrypoint, task } from "@langchain/langgraph";

const ran = [];
let broken = true;
const good = task("good", async (x) => {
  ran.push(`good ${x}`);
  return x;
});
const bad = task("bad", async () => {
  ran.push("bad");
  if (broken) throw new RangeError("too much");
  return "mended";
});
const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, async (x) => [await good(x), await bad(), await good(x + 1)]);
const config = { configurable: { thread_id: "1" } };
try {
  await flow.invoke(1, config);
} catch (e) {
  console.log(e instanceof RangeError, e.name, e.message);
}
const state = await flow.getState(config);
console.log(state.next, state.tasks[0].error, state.values);
broken = false;
console.log(await flow.invoke(null, config));
console.log(ran);
