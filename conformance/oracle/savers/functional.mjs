// Pins: entrypoint and task with a checkpointer written in JavaScript: answers, previous, tasks that are done
import { BaseCheckpointSaver, Command, MemorySaver, entrypoint, getPreviousState, interrupt, task } from "@langchain/langgraph";
class Logged extends MemorySaver {
  async put(c, k, m, v) { console.log("put", m.source, m.step); return super.put(c, k, m, v); }
}
const runs = [];
const slow = task("slow", async (x) => { runs.push("slow"); return x * 2; });
const flow = entrypoint({ name: "flow", checkpointer: new Logged() }, async (x) => {
  const before = getPreviousState();
  const y = await slow(x);
  const z = interrupt({ y });
  return { before, y, z };
});
const config = { configurable: { thread_id: "t" } };
console.log(await flow.invoke(1, config), runs);
console.log(await flow.invoke(new Command({ resume: "ok" }), config), runs);
await flow.invoke(5, config);
console.log(await flow.invoke(new Command({ resume: "again" }), config), runs.length);
