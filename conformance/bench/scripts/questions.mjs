// One node that asks N questions, answered one by one: each answer runs the node again from its top. The rate is
// answers per second.
import { Annotation, Command, END, START, StateGraph, interrupt } from "@langchain/langgraph";
import { config, expect, number, openSaver, print } from "./common.mjs";

const N = number("N", 10);
const State = Annotation.Root({ sum: Annotation });
const graph = new StateGraph(State)
  .addNode("ask", () => {
    let sum = 0;
    for (let i = 0; i < N; i++) sum += interrupt({ i });
    return { sum };
  })
  .addEdge(START, "ask")
  .addEdge("ask", END)
  .compile({ checkpointer: await openSaver() });

const thread = config("questions");
const start = performance.now();
await graph.invoke({ sum: 0 }, thread);
let last;
for (let i = 0; i < N; i++) last = await graph.invoke(new Command({ resume: 1 }), thread);
const ms = performance.now() - start;
expect("sum", last.sum, N);
print(N, ms);
