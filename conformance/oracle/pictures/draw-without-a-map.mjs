// Pins: a router without a map goes everywhere; a graph of START to END; edges from START
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ v: Annotation() });
const n = () => ({});
const anywhere = new StateGraph(State).addNode("a", n).addNode("b", n).addEdge(START, "a").addConditionalEdges("a", () => "b").compile();
console.log((await anywhere.getGraphAsync()).drawMermaid());
const start = new StateGraph(State).addNode("a", n).addNode("b", n).addConditionalEdges(START, () => "a", ["a", "b"]).addEdge("a", END).addEdge("b", END).compile();
console.log((await start.getGraphAsync()).drawMermaid());
const labelled = new StateGraph(State).addNode("a", n).addNode("b-c.d", n).addEdge(START, "a").addConditionalEdges("a", () => "x", { "a label": "b-c.d", "b-c.d": "b-c.d", end: END }).compile();
console.log((await labelled.getGraphAsync()).drawMermaid());
