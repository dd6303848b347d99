// Pins: getConfig, getStore, getCurrentTaskInput and getWriter are found after await, in timers and helpers; outside they are not
import { Annotation, InMemoryStore, START, StateGraph, getConfig, getCurrentTaskInput, getStore } from "@langchain/langgraph";

const attempt = (f) => {
  try {
    return f();
  } catch (e) {
    return `${e.name}: ${e.message}`;
  }
};
const look = (where) => console.log(where, attempt(() => getConfig()?.metadata?.langgraph_node), attempt(() => getCurrentTaskInput()), attempt(() => getStore() !== undefined));
const graph = new StateGraph(Annotation.Root({ v: Annotation() }))
  .addNode("n", async () => {
    look("at once");
    await null;
    look("after await");
    await new Promise((r) => setTimeout(() => (look("in a timer"), r()), 1));
    look("after a timer");
    await Promise.all([1, 2].map(async (i) => {
      await null;
      look("in parallel " + i);
    }));
    return {};
  })
  .addNode("m", () => look("second node"))
  .addEdge(START, "n")
  .addEdge("n", "m")
  .compile({ store: new InMemoryStore() });
await graph.invoke({ v: 1 });
look("outside");
