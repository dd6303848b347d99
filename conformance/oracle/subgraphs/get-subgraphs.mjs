// Pins: getSubgraphs and getSubgraphsAsync: names, recursion, namespaces; graphs that functions of nodes call
import { Annotation, START, StateGraph } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation() });
const leaf = new StateGraph(State).addNode("l", () => ({})).addEdge(START, "l").compile({ name: "leaf" });
const mid = new StateGraph(State).addNode("leaf", leaf).addNode("plain", () => ({})).addEdge(START, "leaf").addEdge("leaf", "plain").compile({ name: "mid" });
const called = async (s) => leaf.invoke(s);
const g = new StateGraph(State).addNode("mid", mid).addNode("leaf2", leaf).addNode("fn", called, { subgraphs: [leaf] }).addNode("none", called)
  .addEdge(START, "mid").addEdge("mid", "leaf2").addEdge("leaf2", "fn").addEdge("fn", "none").compile();
const names = (it) => JSON.stringify([...it].map(([name, graph]) => [name, graph.name]));
console.log(names(g.getSubgraphs()));
console.log(names(g.getSubgraphs(undefined, true)));
console.log(names(g.getSubgraphs("mid")), names(g.getSubgraphs("mid|leaf", true)), names(g.getSubgraphs("mid|leaf")), names(g.getSubgraphs("none")), names(g.getSubgraphs("x", true)));
for await (const [name, graph] of g.getSubgraphsAsync("mid", true)) console.log(name, graph === mid, graph === leaf);
