// Pins: the error of a superstep in which several nodes failed, also of one in an inner graph
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => [...a, ...b], default: () => [] }), fixed: Annotation() });
const fail = (message) => ({ fixed }) => {
  if (!fixed) throw new RangeError(message);
};
const inner = new StateGraph(State)
  .addNode("c", fail("c fails"))
  .addNode("d", fail("d fails"))
  .addEdge(START, "c")
  .addEdge(START, "d")
  .compile();
export const make = (options) =>
  new StateGraph(State)
    .addNode("a", fail("a fails"))
    .addNode("b", fail("b fails"))
    .addNode("sub", inner)
    .addEdge(START, "a")
    .addEdge(START, "b")
    .addEdge("a", "sub")
    .compile(options);
export const graph = make();
export const modes = ["updates"];
export const steps = [{ start: {} }, { proceed: true }, { update: { log: ["x"] }, as: "a" }, { proceed: true }, { update: { fixed: true }, as: "a" }, { proceed: true }];
