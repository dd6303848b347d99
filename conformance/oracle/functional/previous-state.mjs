// Pins: without entrypoint.final the returned value is the previous state; tasks see it too; outside it throws
import { MemorySaver, entrypoint, getPreviousState, task } from "@langchain/langgraph";

const look = task("look", () => getPreviousState());
const flow = entrypoint({ name: "sum", checkpointer: new MemorySaver() }, async (n) => {
  const before = getPreviousState();
  return { sum: (before?.sum ?? 0) + n, seen: (await look())?.sum ?? null };
});
const config = { configurable: { thread_id: "1" } };
for (const n of [1, 2, 3]) console.log(await flow.invoke(n, config));
console.log(await entrypoint("none", () => String(getPreviousState())).invoke(1));
try {
  console.log(getPreviousState());
} catch (e) {
  console.log(e.name, e.message);
}
