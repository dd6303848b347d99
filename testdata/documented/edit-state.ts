// Review and edit: the answer takes the place of what was drafted.
// input: {"topic": "tea"}
// asks: {"task": "Improve this text", "text": "About tea."}
// answer: {"text": "All about green tea."}
// ends: {"topic": "tea", "text": "All about green tea.", "words": 4}
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const Text = Annotation.Root({ topic: Annotation<string>(), text: Annotation<string>(), words: Annotation<number>() });
export const graph = new StateGraph(Text)
  .addNode("write", ({ topic }) => ({ text: `About ${topic}.` }))
  .addNode("edit", ({ text }) => ({ text: interrupt({ task: "Improve this text", text }).text }))
  .addNode("count", ({ text }) => ({ words: text.split(" ").length }))
  .addEdge(START, "write").addEdge("write", "edit").addEdge("edit", "count")
  .compile();
