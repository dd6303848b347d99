// Pins: a deferred node waits for a branch that asks
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => [...a, ...b].sort(), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("short", () => ({ log: ["short"] }))
    .addNode("long", () => ({ log: ["long"] }))
    .addNode("longer", () => ({ log: [`longer ${interrupt("go?")}`] }))
    .addNode("end", ({ log }) => ({ log: [`z ${log.length}`] }), { defer: true })
    .addEdge(START, "short")
    .addEdge(START, "long")
    .addEdge("long", "longer")
    .addEdge("short", "end")
    .addEdge("longer", "end")
    .compile(options);
export const graph = make();
export const steps = [{ start: {} }, { resume: "on" }];
