// Pins: every mode by itself on one small graph, with its keys
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", (s, config) => {
    config.writer({ from: "a" });
    return { n: s.n + 1, log: ["a"] };
  })
  .addNode("b", () => ({ log: ["b"] }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
let thread = 0;
for (const streamMode of ["values", "updates", "custom", "tasks", "checkpoints", "debug"]) {
  console.log("---", streamMode);
  for await (const chunk of await graph.stream({ n: 1 }, { streamMode, configurable: { thread_id: `${thread++}` } })) console.log(chunk);
}
