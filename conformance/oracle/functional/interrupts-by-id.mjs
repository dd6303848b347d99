// Pins: the questions of parallel tasks, answered one by one with a plain answer, or by id
import { Command, MemorySaver, entrypoint, interrupt, task } from "@langchain/langgraph";

const ask = task("ask", (q) => `${q}: ${interrupt(q)}`);
const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, async () => Promise.all([ask("a"), ask("b")]));
const config = { configurable: { thread_id: "1" } };
const first = await flow.invoke(1, config);
console.log(first);
console.log(await flow.invoke(new Command({ resume: { [first.__interrupt__[0].id]: "only a" } }), config));
console.log(await flow.invoke(new Command({ resume: "rest" }), config));

const one = { configurable: { thread_id: "2" } };
await flow.invoke(1, one);
console.log(await flow.invoke(new Command({ resume: "both" }), one));

const inTurn = entrypoint({ name: "inTurn", checkpointer: new MemorySaver() }, async () => [await ask("c"), await ask("d")]);
const two = { configurable: { thread_id: "3" } };
console.log(await inTurn.invoke(1, two));
console.log(await inTurn.invoke(new Command({ resume: "first" }), two));
console.log(await inTurn.invoke(new Command({ resume: "second" }), two));
