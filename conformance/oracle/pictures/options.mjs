// Pins: the options of drawMermaid.
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ x: Annotation() });
const graph = new StateGraph(State)
  .addNode("a", () => ({}))
  .addNode("b", () => ({}))
  .addEdge(START, "a")
  .addConditionalEdges("a", () => "b", { "one two three four": "b", stop: END })
  .compile({ name: "named" });
const drawable = graph.getGraph();
for (const options of [undefined, {}, { withStyles: false }, { curveStyle: "basis" }, { wrapLabelNWords: 2 }, { nodeColors: { default: "fill:#fff", special: "stroke:red" } }, { nodeColors: {} }, { withStyles: true, curveStyle: "stepAfter", wrapLabelNWords: 1, nodeColors: { first: "x" } }]) {
  console.log(JSON.stringify(options));
  console.log(drawable.drawMermaid(options));
}
console.log((await graph.getGraphAsync()).drawMermaid() === drawable.drawMermaid());
