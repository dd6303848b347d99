// Pins: a question in an entrypoint: finished tasks do not run again
import { Command, MemorySaver, entrypoint, interrupt, task } from "@langchain/langgraph";

const ran = [];
const write = task("write", async (topic) => {
  ran.push("write " + topic);
  return `essay about ${topic}`;
});
const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, async (topic) => {
  ran.push("flow");
  const essay = await write(topic);
  const approved = interrupt({ essay, action: "approve?" });
  const second = await write("more " + topic);
  return { essay, approved, second, sure: interrupt("sure?") };
});
const config = { configurable: { thread_id: "1" } };
for await (const chunk of await flow.stream("cats", config)) console.log(chunk);
console.log(ran, (await flow.getState(config)).next, (await flow.getState(config)).tasks.map((t) => [t.name, t.interrupts]));
for await (const chunk of await flow.stream(new Command({ resume: "yes" }), config)) console.log(chunk);
for await (const chunk of await flow.stream(new Command({ resume: "really" }), config)) console.log(chunk);
console.log(ran);
