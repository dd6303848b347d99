// Pins: what addNode refuses, and with which words
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ a: Annotation(), log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const attempt = (name, f) => {
  try {
    f();
    console.log(name, "is fine");
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message, "|", e.lc_error_code);
  }
};
const node = () => ({});
attempt("twice", () => new StateGraph(State).addNode("n", node).addNode("n", node));
attempt("start", () => new StateGraph(State).addNode(START, node));
attempt("end", () => new StateGraph(State).addNode(END, node));
attempt("name of a channel", () => new StateGraph(State).addNode("a", node));
attempt("with a bar", () => new StateGraph(State).addNode("x|y", node));
attempt("with a colon", () => new StateGraph(State).addNode("x:y", node));
attempt("empty name", () => new StateGraph(State).addNode("", node));
attempt("no function", () => new StateGraph(State).addNode("n"));
attempt("a string", () => new StateGraph(State).addNode("n", "text"));
attempt("an empty object", () => new StateGraph(State).addNode({}));
attempt("an empty list", () => new StateGraph(State).addNode([]));
attempt("after compile", () => {
  const g = new StateGraph(State).addNode("n", node).addEdge(START, "n");
  g.compile();
  g.addNode("m", node);
});
attempt("unusual names", () => new StateGraph(State).addNode("my node", node).addNode("ünïcode", node).addNode("1", node));
