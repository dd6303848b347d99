// N supersteps of two nodes that take turns. The rate is supersteps per second.
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { config, expect, number, openSaver, print } from "./common.mjs";

const N = number("N", 1000);
const State = Annotation.Root({ n: Annotation, log: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) });
const graph = new StateGraph(State)
  .addNode("a", (s) => ({ n: s.n + 1, log: 1 }))
  .addNode("b", (s) => ({ n: s.n + 1, log: 2 }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .addConditionalEdges("b", (s) => (s.n >= N ? END : "a"))
  .compile({ checkpointer: await openSaver() });

const start = performance.now();
const { log } = await graph.invoke({ n: 0 }, config("steps", { recursionLimit: N + 10 }));
const ms = performance.now() - start;
expect("log", log, N * 1.5);
print(N, ms);
