// Pins: a join waits for all of its sources, at whatever depth they are
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const step = (name) => () => ({ log: [name] });
const graph = new StateGraph(State)
  .addNode("a", step("a"))
  .addNode("b1", step("b1"))
  .addNode("b2", step("b2"))
  .addNode("c", step("c"))
  .addNode("join", ({ log }) => ({ log: [`join of ${log.length}`] }))
  .addEdge(START, "a")
  .addEdge("a", "b1")
  .addEdge("a", "c")
  .addEdge("b1", "b2")
  .addEdge(["b2", "c"], "join")
  .addEdge("join", END)
  .compile();
console.log(await graph.invoke({ log: ["in"] }));
for await (const chunk of await graph.stream({}, { streamMode: "updates" })) console.log(chunk);
