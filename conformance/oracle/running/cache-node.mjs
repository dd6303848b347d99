// Pins: cached nodes: which chunks are marked, keyFunc, nodes without a policy, clearCache
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
let runs = [];
const graph = new StateGraph(State)
  .addNode("slow", ({ n }) => {
    runs.push(`slow ${n}`);
    return { log: [`slow ${n}`] };
  }, { cachePolicy: { keyFunc: ([{ n }]) => String(n) } })
  .addNode("whole", ({ n }) => {
    runs.push(`whole ${n}`);
    return { log: [`whole ${n}`], n: n + 1 };
  }, { cachePolicy: true })
  .addNode("plain", ({ n }) => {
    runs.push(`plain ${n}`);
    return { log: [`plain ${n}`] };
  })
  .addEdge(START, "slow")
  .addEdge("slow", "whole")
  .addEdge("whole", "plain")
  .compile({ cache: new InMemoryCache() });
const shown = (v) => JSON.stringify(v, (key, value) => (key === "metadata" ? undefined : value));
for (const n of [1, 1, 2, 1]) {
  runs = [];
  for await (const chunk of await graph.stream({ n }, { streamMode: ["updates", "tasks", "values"] })) console.log(shown(chunk));
  console.log(runs.join(", "));
}
await graph.clearCache();
runs = [];
console.log(await graph.invoke({ n: 1 }), runs.join(", "));
