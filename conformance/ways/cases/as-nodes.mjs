// Pins: changes of a state: before any run, as START, as the end, as a node beside another, with nothing
// Stored: what ended beside a node that waits or failed is shown when the superstep is committed, because no script is needed to show a thread
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("a", ({ log }) => ({ log: [`a ${log.length}`] }))
    .addNode("b", ({ log }) => ({ log: [`b ${interrupt(log.length)}`] }))
    .addNode("c", ({ log }) => ({ log: [`c ${log.length}`] }))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("a", "c")
    .compile(options);
export const graph = make();
export const steps = [
  { start: {} },
  { update: { log: ["which?"] } },
  { update: { log: ["as c"] }, as: "c" },
  { update: { log: ["as a"] }, as: "a" },
  { proceed: true },
  { resume: "yes" },
  { update: null, as: "__end__" },
  { update: { log: ["input"] }, as: "__start__" },
  { proceed: true },
  { update: null, as: "__end__" },
];
