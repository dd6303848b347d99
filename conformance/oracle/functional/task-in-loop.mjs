// Pins: tasks of a loop are told apart by the index of the call; a changed input does not run a finished one again
import { Command, MemorySaver, entrypoint, interrupt, task } from "@langchain/langgraph";

const ran = [];
const step = task("step", async (i) => {
  ran.push(i);
  return i * i;
});
let offset = 0;
const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, async (n) => {
  const list = [];
  for (let i = 0; i < n; i++) {
    list.push(await step(i + offset));
    if (i % 2) list.push(interrupt(`after ${i}`));
  }
  return list;
});
const config = { configurable: { thread_id: "1" } };
let result = await flow.invoke(6, config);
while (result.__interrupt__) {
  offset += 100;
  result = await flow.invoke(new Command({ resume: result.__interrupt__[0].value.toUpperCase() }), config);
}
console.log(result);
console.log(ran);
