// Pins: the nodes and edges of getGraph(), and its JSON.
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { RunnableLambda } from "@langchain/core/runnables";

const State = Annotation.Root({ x: Annotation() });
const inner = new StateGraph(State).addNode("i", () => ({})).addEdge(START, "i").compile({ name: "inner" });
const graph = new StateGraph(State)
  .addNode("a", () => ({}), { metadata: { owner: "ann" } })
  .addNode("b", RunnableLambda.from(() => ({})))
  .addNode("c", inner)
  .addEdge(START, "a")
  .addConditionalEdges("a", () => "b", { yes: "b", no: END, c: "c" })
  .addEdge("b", "c")
  .compile({ interruptBefore: ["b"] });
const drawable = graph.getGraph();
console.log(JSON.stringify(drawable.toJSON(), null, 1));
console.log(drawable.edges);
for (const [id, node] of Object.entries(drawable.nodes)) console.log(id, Object.keys(node), node.id, node.name, node.metadata);
console.log(drawable.firstNode()?.id, drawable.lastNode()?.id, drawable.constructor.name);
drawable.trimFirstNode();
drawable.trimLastNode();
console.log(Object.keys(drawable.nodes), drawable.edges.length);
console.log(drawable.drawMermaid());
drawable.removeNode({ id: "b" });
console.log(Object.keys(drawable.nodes), drawable.edges);
