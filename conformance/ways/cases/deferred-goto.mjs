// Pins: a deferred node to which a Command goes while others wait does not come next
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("asks", () => ({ log: [`asks ${interrupt("go?")}`] }), { ends: ["late"] })
    .addNode("late", ({ log }) => ({ log: [`late ${log.length}`] }), { defer: true })
    .addEdge(START, "asks")
    .compile(options);
export const graph = make();
export const steps = [{ start: {} }, { goto: "late" }, { resume: "on" }, { goto: "late" }];
