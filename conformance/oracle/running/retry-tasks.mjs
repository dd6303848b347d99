// Pins: a node that is tried again finds what its tasks returned
// Differs: what a task returned is kept, as documented; the library runs the tasks again when their node is retried
import { Annotation, START, StateGraph, task } from "@langchain/langgraph";

let runs = 0;
const pay = task("pay", () => ++runs);
let attempts = 0;
const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("order", async () => {
    const receipt = await pay();
    if (++attempts < 3) throw new Error("no answer");
    return { n: receipt };
  }, { retryPolicy: { initialInterval: 1, jitter: false, logWarning: false } })
  .addEdge(START, "order")
  .compile();
console.log(await graph.invoke({ n: 0 }), attempts, runs);
