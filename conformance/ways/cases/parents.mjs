// Pins: a Command of an inner graph that leads to a node of the outer one, after a question
import { Annotation, Command, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State)
  .addNode("first", () => ({ log: ["lost"] }))
  .addNode("leave", () => new Command({ graph: Command.PARENT, goto: interrupt("where to?"), update: { log: ["left"] } }))
  .addEdge(START, "first")
  .addEdge("first", "leave")
  .compile();
export const make = (options) =>
  new StateGraph(State)
    .addNode("inner", inner, { ends: ["x", "y"] })
    .addNode("x", () => ({ log: ["x"] }))
    .addNode("y", () => ({ log: [interrupt("y?")] }))
    .addEdge(START, "inner")
    .addEdge("x", "y")
    .compile(options);
export const graph = make();
export const modes = ["updates"];
export const steps = [{ start: {} }, { resume: "x" }, { resume: "yes" }, { start: {} }, { resume: "y" }, { resume: "no" }];
