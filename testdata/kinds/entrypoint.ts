// A function of the functional API, with a task that asks.
import { Command, MemorySaver, entrypoint, interrupt, task } from "@langchain/langgraph";

const write = task("write", async (topic: string) => `about ${topic}`);
const review = task("review", async (text: string) => `${text}: ${interrupt({ review: text })}`);
const make = (more: any = {}) => entrypoint({ name: "flow", ...more }, async (topic: string) => [await review(await write(topic))]);
export const flow = make();

if (import.meta.main) {
  const graph = make({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke("cats", config);
  console.log(JSON.stringify(await graph.invoke(new Command({ resume: "yes" }), config)));
}
