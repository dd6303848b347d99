// Pins: the error of a task can be caught by its caller, and a failed task runs again when the caller does
// Differs: the documentation says that a task can be called like a regular function; the library fails the whole superstep
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt, task } from "@langchain/langgraph";

let runs = 0;
const fragile = task("fragile", async () => {
  runs++;
  throw new Error(`broken ${runs}`);
});
const graph = new StateGraph(Annotation.Root({ said: Annotation() }))
  .addNode("node", async () => {
    const problem = await fragile().catch((e) => e.message);
    return { said: [problem, interrupt("go on?")] };
  })
  .addEdge(START, "node")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
for (const input of [{ said: [] }, new Command({ resume: "yes" })]) {
  try {
    console.log(JSON.stringify(await graph.invoke(input, config)));
  } catch (e) {
    console.log(e.name);
  }
}
