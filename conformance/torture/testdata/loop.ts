// Ten questions of one node, which runs again from its top for each.

import { END, START, StateGraph, interrupt } from "@langchain/langgraph";
import { State } from "./state.ts";

async function ask({ thread }: typeof State.State) {
  const answers: unknown[] = [];
  for (let i = 0; i < 10; i++) {
    if (i % 3 === 2) await new Promise((resolve) => setTimeout(resolve, 1));
    const label = "question " + i;
    answers.push([label, interrupt({ label, thread, before: answers.length })]);
  }
  return { answers };
}

export const graph = new StateGraph(State)
  .addNode("ask", ask)
  .addNode("rest", () => ({}))
  .addEdge(START, "ask").addEdge("ask", "rest").addEdge("rest", END)
  .compile();
