// Pins: a subgraph with a memory of its own remembers from one run to the next
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const Inner = Annotation.Root({ question: Annotation(), seen: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(Inner)
  .addNode("note", ({ question, seen }) => ({ seen: [`${question} after ${seen.length}`] }))
  .addNode("ask", ({ seen }) => ({ seen: [interrupt(seen)] }))
  .addEdge(START, "note")
  .addEdge("note", "ask")
  .compile({ checkpointer: true });
const State = Annotation.Root({ question: Annotation(), seen: Annotation() });
export const make = (options) => new StateGraph(State).addNode("inner", inner).addEdge(START, "inner").compile(options);
export const graph = make();
export const steps = [{ start: { question: "one" } }, { resume: "1" }, { start: { question: "two" } }, { resume: "2" }];
