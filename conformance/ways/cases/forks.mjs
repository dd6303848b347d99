// Pins: runs from older checkpoints: again, with another answer, after a change, and with another node next
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ topic: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("draft", ({ topic }) => ({ log: [`draft ${topic}`] }))
    .addNode("ask", ({ topic }) => ({ log: [`${topic}: ${interrupt(`${topic}?`)}`] }))
    .addNode("end", ({ log }) => ({ log: [`end ${log.length}`] }))
    .addEdge(START, "draft")
    .addEdge("draft", "ask")
    .addEdge("ask", "end")
    .compile(options);
export const graph = make();
export const steps = [
  { start: { topic: "tea" } },
  { resume: "yes" },
  { proceed: true, at: 1 },
  { resume: "again" },
  { update: { topic: "milk" }, at: 0 },
  { proceed: true },
  { resume: "milky" },
  { update: { log: ["as ask"] }, as: "ask", at: 1 },
  { proceed: true },
  { start: { topic: "new" }, at: 1 },
];
