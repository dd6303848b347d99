// Pins: chunks of several modes come as pairs in one order
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", async (_, config) => {
    config.writer("a starts");
    await new Promise((r) => setTimeout(r, 3));
    config.writer("a ends");
    return { log: ["a"] };
  })
  .addNode("b", (_, config) => {
    config.writer("b");
    return { log: ["b"] };
  })
  .addEdge(START, "a")
  .addEdge(START, "b")
  .compile();
for (const streamMode of [["values", "updates"], ["updates", "values"], ["custom", "updates", "values"], ["values", "custom"], ["tasks", "custom"], ["updates", "updates"], []]) {
  console.log("---", streamMode.join());
  for await (const chunk of await graph.stream({ log: ["in"] }, { streamMode })) console.log(JSON.stringify(chunk).replace(/"id":"[^"]*"/g, '"id":"?"'));
}
