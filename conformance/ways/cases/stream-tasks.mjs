// Pins: tasks and their results as chunks, of a node that asks and of one that fails
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const last = ({ log }) => {
  if (log.length > 1) throw new RangeError(`${log.length} is too much`);
  return { log: ["last"] };
};
export const make = (options) =>
  new StateGraph(State)
    .addNode("ask", () => ({ log: [interrupt("what?")] }))
    .addNode("last", last)
    .addEdge(START, "ask")
    .addEdge("ask", "last")
    .compile(options);
export const graph = make();
export const modes = ["tasks"];
export const steps = [{ start: {} }, { resume: "a" }, { start: {} }, { resume: "b" }];
