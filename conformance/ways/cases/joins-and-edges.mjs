// Pins: a node to which a join and an edge lead runs once if both arrive in the same superstep, and so does one that is deferred
// Differs: LangGraph.js runs the node again when the thread is resumed
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("a", () => ({ log: ["a"] }))
    .addNode("b", () => ({ log: ["b"] }))
    .addNode("both", () => ({ log: ["both"] }))
    .addNode("ask", () => ({ log: [interrupt("go?")] }))
    .addNode("last", () => ({ log: ["last"] }), { defer: true })
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "both")
    .addEdge(["a", "b"], "both")
    .addEdge("both", "ask")
    .addEdge("ask", "last")
    .addEdge(["both", "ask"], "last")
    .compile(options);
export const graph = make();
export const steps = [{ start: {} }, { resume: "on" }, { start: {} }, { update: { log: ["as a"] }, as: "a" }, { proceed: true }, { resume: "off" }];
