// Pins: two questions in one node
// Stored: a node that asks its second question comes next
// Differs in 0.2: a node that asks its second question comes next
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ topic: Annotation(), answers: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) =>
  new StateGraph(State)
    .addNode("ask", ({ topic }) => ({ answers: [interrupt(`first about ${topic}?`), interrupt({ text: "second?", topic })] }))
    .addNode("last", ({ answers }) => ({ answers: [interrupt("sure?"), answers.length] }))
    .addEdge(START, "ask")
    .addEdge("ask", "last")
    .compile(options);
export const graph = make();
export const steps = [{ start: { topic: "mail" } }, { resume: "one" }, { resume: [2] }, { resume: "three" }];
