// N threads, one after the other: invoke, question, answer, done. The rate is threads per second.
import { Annotation, Command, END, START, StateGraph, interrupt } from "@langchain/langgraph";
import { config, expect, number, openSaver, print } from "./common.mjs";

const N = number("N", 2000);
const State = Annotation.Root({ q: Annotation, a: Annotation, status: Annotation });
const graph = new StateGraph(State)
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

const start = performance.now();
for (let i = 0; i < N; i++) {
  const thread = config("t" + i);
  await graph.invoke({ q: "approve " + i + "?" }, thread);
  const { status } = await graph.invoke(new Command({ resume: i % 2 ? "n" : "y" }), thread);
  expect("status", status, i % 2 ? "rejected" : "approved");
}
print(N, performance.now() - start);
