// Pins: breakpoints before and after nodes, and changes of the state while it waits there
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  ["a", "b", "c"]
    .reduce((g, name) => g.addNode(name, ({ log }) => ({ log: [`${name} after ${log.length}`] })), new StateGraph(State))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .compile({ ...options, interruptBefore: ["b"], interruptAfter: ["b"] });
export const graph = make();
export const steps = [{ start: { log: ["in"] } }, { update: { log: ["by hand"] } }, { proceed: true }, { update: { log: ["as a"] }, as: "a" }, { proceed: true }, { proceed: true }];
