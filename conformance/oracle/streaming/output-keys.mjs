// Pins: outputKeys of invoke and stream
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ a: Annotation(), b: Annotation(), c: Annotation() }))
  .addNode("n", () => ({ a: 1, b: 2 }))
  .addNode("m", () => ({ c: 3 }))
  .addEdge(START, "n")
  .addEdge("n", "m")
  .compile();
for (const outputKeys of ["a", ["a", "c"], "c", []]) {
  console.log(outputKeys, await graph.invoke({ a: 0 }, { outputKeys }));
  for (const streamMode of ["values", "updates"]) {
    for await (const chunk of await graph.stream({ a: 0 }, { outputKeys, streamMode })) console.log(streamMode, chunk);
  }
}
console.log(await graph.invoke({ a: 0 }, { outputKeys: "nope" }).catch((e) => [e.name, e.message]));
