// A question and what follows from its answer: the graph of hitl.mjs, paused_create.mjs and paused_resume.mjs.
import { Annotation, Command, END, START, StateGraph, interrupt } from "@langchain/langgraph";
import { openSaver } from "./common.mjs";

const State = Annotation.Root({ q: Annotation, a: Annotation, status: Annotation });
export const graph = new StateGraph(State)
  .addNode("ask", (s) => {
    const a = interrupt({ question: s.q });
    return new Command({ goto: a === "y" ? "yes" : "no", update: { a } });
  }, { ends: ["yes", "no"] })
  .addNode("yes", () => ({ status: "approved" }))
  .addNode("no", () => ({ status: "rejected" }))
  .addEdge(START, "ask")
  .addEdge("yes", END)
  .addEdge("no", END)
  .compile({ checkpointer: await openSaver() });
