// A graph that a node calls asks, and the node runs again with the answer.
// input: {"text": "bonjour"}
// asks: {"translate": "bonjour"}
// answer: "good morning"
// ends: {"text": "GOOD MORNING"}
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const Word = Annotation.Root({ word: Annotation<string>() });
const translator = new StateGraph(Word).addNode("human", ({ word }) => ({ word: interrupt({ translate: word }) })).addEdge(START, "human").compile();
const Text = Annotation.Root({ text: Annotation<string>() });
export const graph = new StateGraph(Text)
  .addNode("translate", async ({ text }) => ({ text: (await translator.invoke({ word: text })).word.toUpperCase() }))
  .addEdge(START, "translate")
  .compile();
