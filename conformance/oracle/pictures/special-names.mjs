// Pins: names with characters that Mermaid does not take, and those that it takes for its own.
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ x: Annotation() });
const names = ["with space", "äöü", "a-b_c", "*bold*", "_under_", "`code`", "*not", "end", "subgraph", "graph", "1", "a.b/c", "<b>", "quote\"s", "$&", "日本", "😀"];
const build = () => {
  const g = new StateGraph(State);
  for (const name of names) g.addNode(name, () => ({}));
  g.addEdge(START, names[0]);
  for (let i = 1; i < names.length; i++) g.addEdge(names[i - 1], names[i]);
  return g;
};
console.log(build().compile().getGraph().drawMermaid());
const g = build();
g.addConditionalEdges("subgraph", () => END, { "to the end, with a label that is a good deal longer than nine words are": END, "": "end", "a \"b\"": "graph" });
console.log(g.compile().getGraph().drawMermaid());
console.log(g.compile().getGraph().drawMermaid({ wrapLabelNWords: 3, withStyles: false }));
