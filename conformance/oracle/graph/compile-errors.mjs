// Pins: what compile refuses: unreachable nodes, unknown ends of edges, nothing behind START
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ a: Annotation() });
const attempt = (name, build, options) => {
  try {
    build(new StateGraph(State).addNode("n", () => ({})).addNode("m", () => ({}))).compile(options);
    console.log(name, "is fine");
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message, "|", e.lc_error_code);
  }
};
attempt("no edges", (g) => g);
attempt("nothing behind START", (g) => g.addEdge("n", "m"));
attempt("m unreachable", (g) => g.addEdge(START, "n"));
attempt("unknown source", (g) => g.addEdge(START, "n").addEdge("x", "m"));
attempt("unknown target", (g) => g.addEdge(START, "n").addEdge("n", "x"));
attempt("START to an unknown node", (g) => g.addEdge(START, "x"));
attempt("no way to the end", (g) => g.addEdge(START, "n").addEdge("n", "m").addEdge("m", "n"));
attempt("dead end", (g) => g.addEdge(START, "n").addEdge("n", "m"));
attempt("path map with an unknown node", (g) => g.addEdge(START, "n").addConditionalEdges("n", () => "m", ["m", "x"]));
attempt("conditional from an unknown node", (g) => g.addEdge(START, "n").addEdge(START, "m").addConditionalEdges("x", () => "m"));
attempt("conditional without a map reaches all", (g) => g.addEdge(START, "n").addConditionalEdges("n", () => "m"));
attempt("conditional with a map to n only", (g) => g.addEdge(START, "n").addConditionalEdges("n", () => "n", ["n", END]));
attempt("interruptBefore an unknown node", (g) => g.addEdge(START, "n").addEdge("n", "m"), { interruptBefore: ["x"] });
attempt("interruptAfter an unknown node", (g) => g.addEdge(START, "n").addEdge("n", "m"), { interruptAfter: ["m", "x"] });
attempt("only a join", (g) => g.addEdge(START, "n").addEdge(["n"], "m"));
attempt("conditional twice", (g) => {
  const route = () => "m";
  return g.addEdge(START, "n").addConditionalEdges("n", route).addConditionalEdges("n", route);
});
attempt("conditional twice with arrows", (g) => g.addEdge(START, "n").addConditionalEdges("n", () => "m").addConditionalEdges("n", () => END));
try {
  new StateGraph(State).compile();
} catch (e) {
  console.log(e.name, e.message);
}
