// Questions that end by themselves: two side by side that have an answer for that, one
// that fails, and one without a deadline.

import { END, START, StateGraph } from "@langchain/langgraph";
import { InterruptTimeoutError, interrupt } from "hitlrun";
import { State } from "./state.ts";

const late = (label: string) => ({ thread }: typeof State.State) => ({
  answers: [[label, interrupt({ label, thread }, { timeout: "150ms", onTimeout: `late ${label} ${thread}` })]],
});

function nobody({ thread }: typeof State.State) {
  try {
    return { answers: [["nobody", interrupt({ label: "nobody", thread }, { timeout: 100 })]] };
  } catch (e) {
    if (!(e instanceof InterruptTimeoutError)) throw e;
    return { answers: [["nobody", "timed out"]] };
  }
}

export const graph = new StateGraph(State)
  .addNode("left", late("left"))
  .addNode("right", late("right"))
  .addNode("nobody", nobody)
  .addNode("after", ({ thread }) => ({ answers: [["after", interrupt({ label: "after", thread })]] }))
  .addEdge(START, "left").addEdge(START, "right")
  .addEdge(["left", "right"], "nobody").addEdge("nobody", "after").addEdge("after", END)
  .compile();
