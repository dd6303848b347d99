// Pins: chunks before an error, then the error; values and tasks modes at an error
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("a", () => ({ n: 1 }))
  .addNode("b", () => {
    throw new RangeError("too far");
  })
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
for (const streamMode of ["values", "updates", "tasks", "checkpoints", "debug"]) {
  console.log("---", streamMode);
  try {
    for await (const chunk of await graph.stream({ n: 0 }, { streamMode, configurable: { thread_id: streamMode } })) {
      console.log(JSON.stringify(chunk, (k, v) => (["config", "parentConfig", "parent_config", "id", "timestamp", "checkpoint"].includes(k) ? undefined : v)));
    }
  } catch (e) {
    console.log(e.name, e.message);
  }
}
