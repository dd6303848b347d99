// Pins: what addEdge refuses, and with which words
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ a: Annotation() });
const attempt = (name, f) => {
  try {
    f();
    console.log(name, "is fine");
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message, "|", e.lc_error_code);
  }
};
const graph = () => new StateGraph(State).addNode("n", () => ({})).addNode("m", () => ({}));
attempt("from the end", () => graph().addEdge(END, "n"));
attempt("to the start", () => graph().addEdge("n", START));
attempt("list from the end", () => graph().addEdge(["n", END], "m"));
attempt("list from an unknown node", () => graph().addEdge(["n", "x"], "m"));
attempt("list to the end", () => graph().addEdge(["n", "m"], END));
attempt("list to the start", () => graph().addEdge(["n", "m"], START));
attempt("list to an unknown node", () => graph().addEdge(["n"], "x"));
attempt("empty list", () => graph().addEdge([], "m"));
attempt("from an unknown node", () => graph().addEdge("x", "n"));
attempt("to an unknown node", () => graph().addEdge("n", "x"));
attempt("same edge twice", () => graph().addEdge("n", "m").addEdge("n", "m"));
attempt("start to the end", () => graph().addEdge(START, END));
attempt("to itself", () => graph().addEdge("n", "n"));
