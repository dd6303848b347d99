// Approve or reject: the answer decides where the graph continues.
// input: {"amount": 120}
// asks: {"question": "Pay this?", "amount": 120}
// answer: true
// ends: {"amount": 120, "outcome": "paid"}
import { Annotation, Command, END, START, StateGraph, interrupt } from "@langchain/langgraph";

const Payment = Annotation.Root({ amount: Annotation<number>(), outcome: Annotation<string>() });
export const graph = new StateGraph(Payment)
  .addNode("approve", ({ amount }) => new Command({ goto: interrupt({ question: "Pay this?", amount }) ? "pay" : "drop" }), { ends: ["pay", "drop"] })
  .addNode("pay", () => ({ outcome: "paid" }))
  .addNode("drop", () => ({ outcome: "dropped" }))
  .addEdge(START, "approve").addEdge("pay", END).addEdge("drop", END)
  .compile();
