// One superstep of N tasks, by Send. The rate is tasks per second.
import { Annotation, END, START, Send, StateGraph } from "@langchain/langgraph";
import { config, expect, number, openSaver, print } from "./common.mjs";

const N = number("N", 1000);
const State = Annotation.Root({ items: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("work", (s) => ({ items: [s.i * 2] }))
  .addNode("done", () => ({}))
  .addConditionalEdges(START, () => Array.from({ length: N }, (_, i) => new Send("work", { i })))
  .addEdge("work", "done")
  .addEdge("done", END)
  .compile({ checkpointer: await openSaver() });

const start = performance.now();
const { items } = await graph.invoke({}, config("fanout"));
const ms = performance.now() - start;
expect("items", items.length, N);
expect("the last", items[N - 1], 2 * (N - 1));
print(N, ms);
