// Pins: when a reducer is called and with what; a reducer without a default; a default without input
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const calls = [];
const State = Annotation.Root({
  sum: Annotation({ reducer: (a, b) => (calls.push(["sum", a, b]), a + b), default: () => 100 }),
  bare: Annotation({ reducer: (a, b) => (calls.push(["bare", a, b]), [a, b]) }),
  untouched: Annotation({ reducer: (a, b) => b, default: () => "default" }),
  value: Annotation({ value: (a, b) => (a ?? "") + b, default: () => "v" }),
  plain: Annotation(),
});
const graph = new StateGraph(State)
  .addNode("n", (s) => {
    console.log("node sees", s);
    return { sum: 5, bare: "node", value: "x" };
  })
  .addNode("m", () => ({ bare: undefined, sum: 0 }))
  .addEdge(START, "n")
  .addEdge("n", "m")
  .compile();
console.log(await graph.invoke({ sum: 1 }));
console.log(calls);
calls.length = 0;
console.log(await graph.invoke({ bare: "in", plain: null }));
console.log(calls);
