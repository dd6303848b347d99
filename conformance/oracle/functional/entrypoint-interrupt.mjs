// Pins: questions of an entrypoint and of its tasks: what invoke returns, what is run again
// Differs: an answer is used once, as documented; in the library an entrypoint takes it again for its own question
import { Command, MemorySaver, entrypoint, interrupt, task } from "@langchain/langgraph";

const ran = [];
const write = task("write", (topic) => {
  ran.push("write");
  return `essay about ${topic}`;
});
const review = task("review", (text) => {
  ran.push("review");
  return interrupt({ question: "ok?", text });
});
const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, async (topic) => {
  ran.push("flow");
  const essay = await write(topic);
  const verdict = await review(essay);
  const title = interrupt("title?");
  return { essay, verdict, title };
});
const config = { configurable: { thread_id: "1" } };
console.log(await flow.invoke("cats", config));
console.log((await flow.getState(config)).tasks);
console.log(await flow.invoke(new Command({ resume: "fine" }), config));
console.log((await flow.getState(config)).tasks);
console.log(await flow.invoke(new Command({ resume: "Cats!" }), config));
console.log((await flow.getState(config)).tasks);
console.log(ran.join(" "));
