// Pins: nodes whose results are cached, with keys of their own, in a loop with a question
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";

const State = Annotation.Root({ n: Annotation({ reducer: (a, b) => a + b, default: () => 0 }), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const make = (options) => {
  let calls = 0;
  return new StateGraph(State)
    .addNode("count", ({ n }) => ({ n: 1, log: [`call ${(calls += 1)} with ${n}`] }), { cachePolicy: { keyFunc: ([{ n }]) => String(n % 2), ttl: 60 } })
    .addNode("same", () => ({ log: ["same"] }), { cachePolicy: {} })
    .addNode("ask", ({ n }) => ({ log: [interrupt(n)] }), { cachePolicy: { keyFunc: () => "one" } })
    .addEdge(START, "count")
    .addEdge("count", "same")
    .addConditionalEdges("same", ({ n }) => (n < 4 ? "count" : "ask"))
    .compile({ ...options, cache: new InMemoryCache() });
};
export const graph = make();
export const modes = ["updates"];
export const steps = [{ start: {} }, { resume: "yes" }];
