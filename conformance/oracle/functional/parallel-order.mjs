// Pins: tasks run at once; results in the order of calls; chunks in the order of ends
import { entrypoint, task } from "@langchain/langgraph";

const events = [];
const work = task("work", async (i) => {
  events.push("start " + i);
  await new Promise((r) => setTimeout(r, (3 - i) * 40));
  events.push("end " + i);
  return i * i;
});
const flow = entrypoint("flow", async (n) => {
  const pending = Array.from({ length: n }, (_, i) => work(i));
  events.push("all started");
  return Promise.all(pending);
});
for await (const chunk of await flow.stream(3)) console.log(chunk);
console.log(events);
events.length = 0;
console.log(await flow.invoke(3, { maxConcurrency: 1 }), events);
