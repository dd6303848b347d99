// Pins: with durability "exit" finished tasks are kept when the run is interrupted
import { Command, MemorySaver, entrypoint, interrupt, task } from "@langchain/langgraph";

let runs = 0;
const count = task("count", async () => ++runs);
const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, async () => [await count(), interrupt("?"), await count()]);
const config = { configurable: { thread_id: "1" }, durability: "exit" };
console.log(await flow.invoke(1, config));
console.log(await flow.invoke(new Command({ resume: "!" }), config), runs);
