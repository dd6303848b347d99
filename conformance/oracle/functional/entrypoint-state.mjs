// Pins: the state and the history of an entrypoint
import { Command, MemorySaver, entrypoint, interrupt, task } from "@langchain/langgraph";

const add = task("add", (a, b) => a + b);
const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, async ({ a, b }) => ({ sum: await add(a, b), said: interrupt("go?") }));
const config = { configurable: { thread_id: "1" } };
console.log(await flow.getState(config));
await flow.invoke({ a: 1, b: 2 }, config);
const show = (s) => console.log(JSON.stringify({ values: s.values, next: s.next, tasks: s.tasks, metadata: s.metadata }));
show(await flow.getState(config));
await flow.invoke(new Command({ resume: "yes" }), config);
show(await flow.getState(config));
await flow.invoke({ a: 3, b: 4 }, config);
for await (const s of flow.getStateHistory(config)) show(s);
