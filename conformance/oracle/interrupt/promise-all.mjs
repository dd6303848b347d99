// Pins: two questions at once in Promise.all of one node
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ v: Annotation() }))
  .addNode("n", async () => {
    const ask = async (q, ms) => {
      await new Promise((r) => setTimeout(r, ms));
      return interrupt(q);
    };
    const v = await Promise.all([ask("late", 5), ask("early", 1)]);
    return { v };
  })
  .addEdge(START, "n")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({}, config));
console.log(await graph.invoke(new Command({ resume: "x" }), config));
console.log(await graph.invoke(new Command({ resume: "y" }), config));
