// Pins: a loop by conditional edges: steps counted in metadata, the limit as recursionLimit
import { Annotation, END, GraphRecursionError, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("inc", ({ n }, config) => {
    console.log(config.metadata.langgraph_step, config.metadata.langgraph_triggers, config.metadata.langgraph_path, config.recursionLimit);
    return { n: n + 1 };
  })
  .addEdge(START, "inc")
  .addConditionalEdges("inc", ({ n }) => (n < 4 ? "inc" : END), ["inc", END])
  .compile();
console.log(await graph.invoke({ n: 0 }));
for (const recursionLimit of [4, 3, 1, 0, -1]) {
  try {
    console.log(await graph.invoke({ n: 1 }, { recursionLimit }));
  } catch (e) {
    console.log(recursionLimit, e instanceof GraphRecursionError, e.name, e.message, e.lc_error_code);
  }
}
