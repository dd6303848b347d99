// Pins: runs from the older checkpoint of an update, and of a copy
// Stored: the run goes on from a copy of that checkpoint, which is the newest one: its question can be answered
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("draft", () => ({ log: ["draft"] }))
    .addNode("ask", () => ({ log: [`ask ${interrupt("go?")}`] }))
    .addEdge(START, "draft")
    .addEdge("draft", "ask")
    .compile(options);
export const graph = make();
export const steps = [
  { start: {} },
  { update: { log: ["again"] }, as: "draft" },
  { proceed: true },
  { resume: "one" },
  { proceed: true, at: 2 },
  { resume: "two" },
  { update: { log: ["end"] }, as: "ask" },
  { start: {} },
  { proceed: true, at: 4 },
];
