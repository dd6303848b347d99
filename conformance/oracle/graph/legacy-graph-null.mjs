// Pins: a node of the old Graph may return null, and other things that are false
import { END, Graph, START } from "@langchain/langgraph";

for (const v of [null, 0, "", false]) {
  const graph = new Graph().addNode("a", () => v).addNode("b", (x) => [x]).addEdge(START, "a").addEdge("a", "b").addEdge("b", END).compile();
  console.log(v, await graph.invoke("in"));
  const last = new Graph().addNode("a", async () => v).addEdge(START, "a").addEdge("a", END).compile();
  console.log(v, await last.invoke("in"));
}
