// Pins: a question inside of a task, and in two tasks at once
import { Command, MemorySaver, entrypoint, interrupt, task } from "@langchain/langgraph";

const ran = [];
const ask = task("ask", async (q) => {
  ran.push(q);
  return `${q} ${interrupt(q)}`;
});
const one = entrypoint({ name: "one", checkpointer: new MemorySaver() }, async () => [await ask("a?"), await ask("b?")]);
const config = { configurable: { thread_id: "1" } };
console.log(await one.invoke("x", config));
console.log(await one.invoke(new Command({ resume: "A" }), config));
console.log(await one.invoke(new Command({ resume: "B" }), config), ran);
const both = entrypoint({ name: "both", checkpointer: new MemorySaver() }, async () => Promise.all([ask("c?"), ask("d?")]));
const paused = await both.invoke("x", config);
console.log(paused);
if (paused.__interrupt__.length === 2) {
  console.log(await both.invoke(new Command({ resume: Object.fromEntries(paused.__interrupt__.map((i) => [i.id, i.value.toUpperCase()])) }), config));
}
