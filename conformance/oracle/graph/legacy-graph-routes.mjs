// Pins: conditional edges of Graph, the predecessor of StateGraph
// Differs: conditional edges lead on, as documented; in the library they end the graph without a result
import { END, Graph, START } from "@langchain/langgraph";

const chunks = async (stream) => {
  const all = [];
  for await (const c of await stream) all.push(c);
  return JSON.stringify(all);
};
const two = () => new Graph().addNode("a", (v) => v + 1).addNode("b", (v) => v * 10).addEdge(START, "a").addEdge("b", END);
const byName = two().addConditionalEdges("a", (v) => (v > 1 ? "b" : END)).compile();
console.log(await byName.invoke(1), await byName.invoke(0));
for (const streamMode of ["updates", "values"]) console.log(await chunks(byName.stream(1, { streamMode })));
const byLabel = two().addConditionalEdges("a", async (v) => v > 1, { true: "b", false: END }).compile();
console.log(await byLabel.invoke(1), await byLabel.invoke(0));
const loop = new Graph().addNode("a", (v) => v + 1).addEdge(START, "a").addConditionalEdges("a", (v) => (v < 5 ? "a" : END)).compile();
console.log(await loop.invoke(0));
const start = new Graph().addNode("a", (v) => v + "a").addNode("b", (v) => v + "b").addConditionalEdges(START, (v) => (v === "x" ? "b" : "a")).addEdge("a", END).addEdge("b", END).compile();
console.log(await start.invoke("x"), await start.invoke("y"));
console.log(Object.keys(start.nodes).length > 1, start.getGraph().drawMermaid());
