// Pins: nodes given as runnables, lists, objects, compiled graphs; subgraphs in options; async and sync
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { RunnableLambda } from "@langchain/core/runnables";

const State = Annotation.Root({ log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const child = new StateGraph(State).addNode("inner", () => ({ log: ["inner"] })).addEdge(START, "inner").compile();
const graph = new StateGraph(State)
  .addNode("lambda", RunnableLambda.from((s) => ({ log: ["lambda " + s.log.length] })))
  .addNode("sequence", RunnableLambda.from((s) => s.log.length).pipe((n) => ({ log: ["piped " + n] })))
  .addNode({ one: () => ({ log: ["one"] }), two: async () => ({ log: ["two"] }) })
  .addNode([["three", () => ({ log: ["three"] }), { metadata: { x: 1 } }], ["child", child]])
  .addEdge(START, "lambda")
  .addEdge("lambda", "sequence")
  .addEdge("sequence", "one")
  .addEdge("one", "two")
  .addEdge("two", "three")
  .addEdge("three", "child")
  .compile();
console.log((await graph.invoke({ log: ["in"] })).log);
