// Validate an answer: the node asks again until it gets one that will do.
// input: {}
// asks: "How old are you?"
// answer: "old"
// asks: "\"old\" is not a number. How old are you?"
// answer: -3
// asks: "-3 is not a number. How old are you?"
// answer: 42
// ends: {"age": 42}
import { START, StateGraph, interrupt } from "@langchain/langgraph";
import { z } from "zod";

export const graph = new StateGraph(z.object({ age: z.number().optional() }))
  .addNode("ask", () => {
    for (let question = "How old are you?"; ;) {
      const answer = interrupt(question);
      if (typeof answer === "number" && answer > 0) return { age: answer };
      question = `${JSON.stringify(answer)} is not a number. How old are you?`;
    }
  })
  .addEdge(START, "ask")
  .compile();
