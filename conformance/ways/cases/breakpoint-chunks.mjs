// Pins: the chunks of runs that stop at breakpoints
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  ["a", "b"]
    .reduce((g, name) => g.addNode(name, () => ({ log: [name] })), new StateGraph(State))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .compile({ ...options, interruptBefore: ["b"], interruptAfter: ["b"] });
export const graph = make();
export const modes = ["values", "updates"];
export const steps = [{ start: { log: ["in"] } }, { proceed: true }];
