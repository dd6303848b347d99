// Pins: what addNode, addEdge, addConditionalEdges, addSequence and compile refuse, and in which words.
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { RunnableLambda } from "@langchain/core/runnables";

const State = Annotation.Root({ x: Annotation(), list: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const n = () => ({});
const attempt = (label, f) => {
  try {
    const out = f(new StateGraph(State));
    console.log(label, "fine", out?.constructor?.name);
  } catch (e) {
    console.log(label, "|", e.name, "|", e.lc_error_code, "|", e.message);
  }
};
attempt("no nodes", (g) => g.addNode([]));
attempt("no nodes in an object", (g) => g.addNode({}));
attempt("channel name", (g) => g.addNode("x", n));
attempt("reserved |", (g) => g.addNode("a|b", n));
attempt("reserved :", (g) => g.addNode("a:b", n));
attempt("twice", (g) => g.addNode("a", n).addNode("a", n));
attempt("END", (g) => g.addNode(END, n));
attempt("START", (g) => g.addNode(START, n));
attempt("no function", (g) => g.addNode("a", 5));
attempt("undefined", (g) => g.addNode("a"));
attempt("a list of functions", (g) => g.addNode("a", [n]));
attempt("a runnable", (g) => g.addNode("a", RunnableLambda.from(n)));
attempt("from END", (g) => g.addNode("a", n).addEdge(END, "a"));
attempt("to START", (g) => g.addNode("a", n).addEdge("a", START));
attempt("join from END", (g) => g.addNode("a", n).addEdge([END], "a"));
attempt("join from unknown", (g) => g.addNode("a", n).addEdge(["b"], "a"));
attempt("join to END", (g) => g.addNode("a", n).addEdge(["a"], END));
attempt("join to unknown", (g) => g.addNode("a", n).addEdge(["a"], "b"));
attempt("condition twice", (g) => g.addNode("a", n).addConditionalEdges("a", () => END).addConditionalEdges("a", () => END));
attempt("conditions with names", (g) => g.addNode("a", n).addConditionalEdges("a", function one() {}).addConditionalEdges("a", function two() {}));
attempt("runnables as conditions", (g) => g.addNode("a", n).addConditionalEdges("a", RunnableLambda.from(() => END).withConfig({ runName: "r" })).addConditionalEdges("a", RunnableLambda.from(() => END)));
attempt("condition as an object", (g) => g.addNode("a", n).addNode("b", n).addEdge(START, "a").addConditionalEdges({ source: "a", path: () => "b", pathMap: ["b"] }).compile());
attempt("condition without a path", (g) => g.addNode("a", n).addConditionalEdges("a"));
attempt("empty sequence", (g) => g.addSequence([]));
attempt("empty sequence object", (g) => g.addSequence({}));
attempt("sequence twice", (g) => g.addNode("a", n).addSequence({ b: n, a: n }));
attempt("no entry", (g) => g.addNode("a", n).compile());
attempt("empty graph", (g) => g.compile());
attempt("only conditional entry", (g) => g.addNode("a", n).addConditionalEdges(START, () => "a").compile());
attempt("unreachable", (g) => g.addNode("a", n).addNode("b", n).addEdge(START, "a").compile());
attempt("reachable by ends", (g) => g.addNode("a", n, { ends: ["b"] }).addNode("b", n).addEdge(START, "a").compile());
attempt("edge to unknown", (g) => g.addNode("a", n).addEdge(START, "a").addEdge("a", "b").compile());
attempt("edge from unknown", (g) => g.addNode("a", n).addEdge(START, "a").addEdge("b", "a").compile());
attempt("condition from unknown", (g) => g.addNode("a", n).addEdge(START, "a").addConditionalEdges("b", () => "a").compile());
attempt("condition to unknown", (g) => g.addNode("a", n).addEdge(START, "a").addConditionalEdges("a", () => "b", ["b"]).compile());
attempt("ends unknown", (g) => g.addNode("a", n, { ends: ["b"] }).addEdge(START, "a").compile());
attempt("breakpoint at unknown", (g) => g.addNode("a", n).addEdge(START, "a").compile({ interruptBefore: ["b"] }));
attempt("breakpoint after unknown", (g) => g.addNode("a", n).addEdge(START, "a").compile({ interruptAfter: ["a", "b"] }));
attempt("START to END", (g) => g.addEdge(START, END).compile());
attempt("entry and finish points", (g) => g.addNode("a", n).setEntryPoint("a").setFinishPoint("a").compile());
attempt("node input that is none", (g) => g.addNode("a", n, { input: 5 }));
attempt("node input that is empty", (g) => g.addNode("a", n, { input: {} }));
attempt("node input with another reducer", (g) => g.addNode("a", n, { input: Annotation.Root({ list: Annotation({ reducer: (a, b) => b }) }) }));
attempt("node input with a last value", (g) => g.addNode("a", n, { input: Annotation.Root({ list: Annotation() }) }));
console.warn = (m) => console.log("warned:", m);
const g = new StateGraph(State).addNode("a", n).addEdge(START, "a");
g.compile();
g.addNode("b", n);
g.addEdge("a", "b");
g.addEdge(["a"], "b");
g.addConditionalEdges("a", () => "b");
g.setEntryPoint("b");
g.setFinishPoint("b");
console.log([...g.edges], [...g.waitingEdges], [...g.allEdges], Object.keys(g.nodes), g.compiled);
