// Pins: a deferred node runs when nothing else is left
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const step = (n) => () => ({ log: [n] });
const graph = new StateGraph(State)
  .addNode("a", step("a"))
  .addNode("b", step("b"))
  .addNode("b2", step("b2"))
  .addNode("c", step("c"))
  .addNode("d", (s) => ({ log: ["d after " + s.log.length] }), { defer: true })
  .addEdge(START, "a")
  .addEdge("a", "b")
  .addEdge("a", "c")
  .addEdge("b", "b2")
  .addEdge("b2", "d")
  .addEdge("c", "d")
  .compile();
for await (const chunk of await graph.stream({}, { streamMode: "updates" })) console.log(JSON.stringify(chunk));
