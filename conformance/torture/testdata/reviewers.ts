// Reviewers that ask side by side, and one that asks when all have answered.

import { END, START, Send, StateGraph, interrupt } from "@langchain/langgraph";
import { State } from "./state.ts";

const reviewers = ["ann", "bob", "eve"];

export const graph = new StateGraph(State)
  .addNode("draft", () => ({}))
  .addNode("review", ({ name, thread }: any) => ({ answers: [[name, interrupt({ label: name, thread })]] }))
  .addNode("decide", ({ thread, answers }) => {
    return { answers: [["decide", interrupt({ label: "decide", thread, after: answers.length })]] };
  })
  .addEdge(START, "draft")
  .addConditionalEdges("draft", ({ thread }) => reviewers.map((name) => new Send("review", { name, thread })), ["review"])
  .addEdge("review", "decide").addEdge("decide", END)
  .compile();
