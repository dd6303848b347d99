// Pins: the recursion limit in the middle of a thread; going on after it; managed values are gone
import { Annotation, END, GraphRecursionError, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("inc", ({ n }) => ({ n: n + 1 }))
  .addEdge(START, "inc")
  .addConditionalEdges("inc", ({ n }) => (n < 10 ? "inc" : END), ["inc", END])
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
for (const input of [{ n: 0 }, null, null, null]) {
  try {
    console.log(await graph.invoke(input, { ...config, recursionLimit: 4 }));
  } catch (e) {
    console.log(e instanceof GraphRecursionError, (await graph.getState(config)).values, (await graph.getState(config)).next);
  }
}
const bound = graph.withConfig({ recursionLimit: 2 });
console.log(await bound.invoke({ n: 0 }, { configurable: { thread_id: "2" } }).catch((e) => e.lc_error_code));
