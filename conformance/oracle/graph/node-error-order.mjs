// Pins: the error of a node ends the run; the neighbour goes on; which of two errors is thrown
// Differs: an error is as it was thrown; the library adds the id of the task to it
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const pause = (ms) => new Promise((r) => setTimeout(r, ms));
const events = [];
class Oops extends Error {
  constructor(message, extra) {
    super(message);
    this.name = "Oops";
    this.extra = extra;
  }
}
const graph = new StateGraph(Annotation.Root({ a: Annotation() }))
  .addNode("late", async () => {
    await pause(5);
    events.push("late fails");
    throw new Oops("late", { code: 1 });
  })
  .addNode("early", async () => {
    await pause(1);
    events.push("early fails");
    throw new Oops("early", { code: 2 });
  })
  .addNode("good", async (_, config) => {
    await pause(10);
    events.push("good ends " + config.signal?.aborted);
    return { a: 1 };
  })
  .addEdge(START, "late")
  .addEdge(START, "early")
  .addEdge(START, "good")
  .compile();
try {
  await graph.invoke({});
} catch (e) {
  console.log(e instanceof Oops, e.name, e.message, e.extra, e.pregelTaskId?.length);
}
await pause(20);
console.log(events);
