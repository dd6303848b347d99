// A graph in a graph asks: the answer reaches it through its parent.
// input: {"order": "two chairs"}
// asks: "Is there room for two chairs?"
// answer: "in hall 3"
// ends: {"order": "two chairs", "place": "in hall 3", "note": "two chairs in hall 3"}
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const Order = Annotation.Root({ order: Annotation<string>(), place: Annotation<string>(), note: Annotation<string>() });
const storage = new StateGraph(Order)
  .addNode("find", ({ order }) => ({ place: interrupt(`Is there room for ${order}?`) }))
  .addEdge(START, "find")
  .compile();
export const graph = new StateGraph(Order)
  .addNode("storage", storage)
  .addNode("sum_up", ({ order, place }) => ({ note: `${order} ${place}` }))
  .addEdge(START, "storage").addEdge("storage", "sum_up")
  .compile();
