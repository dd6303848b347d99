// N supersteps beside a channel of 100 KB that none of them writes. The rate is supersteps per second; the file shows
// whether the channel is written again at each.
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { config, expect, number, openSaver, print } from "./common.mjs";

const N = number("N", 200);
const State = Annotation.Root({ n: Annotation, doc: Annotation });
const graph = new StateGraph(State)
  .addNode("a", (s) => ({ n: s.n + 1 }))
  .addNode("b", (s) => ({ n: s.n + 1 }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .addConditionalEdges("b", (s) => (s.n >= N ? END : "a"))
  .compile({ checkpointer: await openSaver() });

const doc = Array.from({ length: 100 }, (_, id) => ({ id, text: ("row " + id + " ").repeat(200).slice(0, 980) }));
const start = performance.now();
const result = await graph.invoke({ n: 0, doc }, config("state", { recursionLimit: N + 10 }));
const ms = performance.now() - start;
expect("n", result.n, N);
expect("rows", result.doc.length, 100);
print(N, ms);
