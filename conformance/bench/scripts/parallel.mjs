// The graph that ../parallel runs in many threads at once: two nodes that take turns until n is reached, then a question.
import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation, until: Annotation, ok: Annotation });
export const graph = new StateGraph(State)
  .addNode("a", (s) => ({ n: s.n + 1 }))
  .addNode("b", (s) => ({ n: s.n + 1 }))
  .addNode("ask", (s) => ({ ok: interrupt({ n: s.n }) }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .addConditionalEdges("b", (s) => (s.n >= s.until ? "ask" : "a"), ["a", "ask"])
  .addEdge("ask", END)
  .compile();
