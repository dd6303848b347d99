// Pins: the Mermaid text of edges of every kind: plain, conditional with and without a map, joins, loops, ends, labels.
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ x: Annotation() });
const n = () => ({});
const draw = (label, build, options) => console.log(`== ${label}\n` + build(new StateGraph(State)).compile(options).getGraph().drawMermaid());
draw("one node", (g) => g.addNode("a", n).addEdge(START, "a"));
draw("to the end", (g) => g.addNode("a", n).addEdge(START, "a").addEdge("a", END));
draw("order of edges", (g) => g.addNode("b", n).addNode("a", n).addNode("c", n).addEdge("b", "c").addEdge("a", "b").addEdge(START, "a").addEdge("c", END));
draw("conditional without a map", (g) => g.addNode("a", n).addNode("b", n).addNode("c", n).addEdge(START, "a").addConditionalEdges("a", () => "b").addEdge("b", "c"));
draw("conditional with a list", (g) => g.addNode("a", n).addNode("b", n).addEdge(START, "a").addConditionalEdges("a", () => "b", ["b", END]));
draw("conditional with labels", (g) => g.addNode("a", n).addNode("b", n).addEdge(START, "a").addConditionalEdges("a", () => true, { true: "b", false: END, "go b": "b" }));
draw("conditional from start", (g) => g.addNode("a", n).addNode("b", n).addConditionalEdges(START, () => "a", { x: "a", y: "b" }));
draw("conditional from start without a map", (g) => g.addNode("a", n).addNode("b", n).addConditionalEdges(START, () => "a"));
draw("loop", (g) => g.addNode("a", n).addNode("b", n).addEdge(START, "a").addEdge("a", "b").addConditionalEdges("b", () => "a", ["a", END]));
draw("loop on itself", (g) => g.addNode("a", n).addEdge(START, "a").addConditionalEdges("a", () => "a", { again: "a", stop: END }));
draw("join", (g) => g.addNode("a", n).addNode("b", n).addNode("c", n).addEdge(START, "a").addEdge(START, "b").addEdge(["a", "b"], "c"));
draw("join and plain edges", (g) => g.addNode("a", n).addNode("b", n).addNode("c", n).addNode("d", n).addEdge(START, "b").addEdge(START, "a").addEdge(["b", "a"], "c").addEdge("a", "d").addEdge("c", END));
draw("ends of commands", (g) => g.addNode("a", n, { ends: ["b", END] }).addNode("b", n, { ends: ["a"] }).addEdge(START, "a"));
draw("two conditions", (g) => g.addNode("a", n).addNode("b", n).addEdge(START, "a").addConditionalEdges("a", function one() { return "b"; }, ["b"]).addConditionalEdges("a", { invoke: () => "b", lc_runnable: true, getName: () => "two" }, { label: END }));
draw("breakpoints", (g) => g.addNode("a", n).addNode("b", n).addNode("c", n).addSequence([["d", n]]).addEdge(START, "a").addEdge("a", "b").addEdge("b", "c").addEdge("c", "d"), { interruptBefore: ["a", "c"], interruptAfter: ["b", "c"] });
draw("breakpoints everywhere", (g) => g.addNode("a", n).addEdge(START, "a"), { interruptBefore: "*", interruptAfter: "*" });
draw("metadata", (g) => g.addNode("a", n, { metadata: { owner: "ann", level: 3 } }).addNode("b", n, { metadata: {} }).addEdge(START, "a").addEdge("a", "b"), { interruptBefore: ["a"] });
draw("sequence", (g) => g.addSequence({ one: n, two: n, three: n }).addEdge(START, "one"));
draw("parallel with two ends", (g) => g.addNode("a", n).addNode("b", n).addEdge(START, "a").addEdge(START, "b"));
