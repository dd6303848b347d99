// Several questions in one node: answers are found by their order.
// input: {}
// asks: "What is your name?"
// answer: "Ann"
// asks: "Where do you live, Ann?"
// answer: "Rome"
// ends: {"name": "Ann", "city": "Rome"}
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

export default new StateGraph(Annotation.Root({ name: Annotation<string>(), city: Annotation<string>() }))
  .addNode("form", () => {
    const name = interrupt("What is your name?");
    return { name, city: interrupt(`Where do you live, ${name}?`) };
  })
  .addEdge(START, "form")
  .compile();
