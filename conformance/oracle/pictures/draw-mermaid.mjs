// Pins: drawMermaid of conditional edges, joins, loops, ends, subgraphs with xray, and its options
import { Annotation, Command, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ v: Annotation() });
const n = () => ({});
const child = new StateGraph(State).addNode("c1", n).addNode("c2", n).addEdge(START, "c1").addConditionalEdges("c1", () => "c2", ["c2", END]).compile();
const graph = new StateGraph(State)
  .addNode("one", n)
  .addNode("two words", n)
  .addNode("three", () => new Command({ goto: "four" }), { ends: ["four", END] })
  .addNode("four", n, { metadata: { owner: "me", count: 3 } })
  .addNode("child", child)
  .addEdge(START, "one")
  .addConditionalEdges("one", () => "yes", { yes: "two words", no: "three", stop: END })
  .addEdge(["two words", "three"], "child")
  .addEdge("child", "one")
  .compile({ interruptBefore: ["four"] });
for (const xray of [false, true, 1]) {
  const drawable = await graph.getGraphAsync({ xray });
  console.log(drawable.drawMermaid());
}
const plain = graph.getGraph();
console.log(plain.drawMermaid({ withStyles: false }));
console.log(plain.drawMermaid({ curveStyle: "basis", nodeColors: { start: "fill:#fff" }, wrapLabelNWords: 1 }));
console.log(Object.keys(plain.nodes), plain.edges);
console.log(JSON.stringify(plain.toJSON()));
