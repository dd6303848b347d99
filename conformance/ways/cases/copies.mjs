// Pins: copies of checkpoints: of one that asks, and of one that is done
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("a", ({ log }) => ({ log: [`a ${log.length}`] }))
    .addNode("b", ({ log }) => ({ log: [`b ${log.length} ${interrupt("b?")}`] }))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .compile(options);
export const graph = make();
export const steps = [{ start: { log: ["in"] } }, { resume: "one" }, { copy: true, at: 1 }, { proceed: true }, { resume: "two" }, { copy: true, at: 2 }, { proceed: true }];
