// Pins: chunks of a task that is tried again, and of one that comes from the cache
import { StateGraph, Annotation, START, END } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
let tries = 0, calls = 0;
const graph = new StateGraph(State)
  .addNode("flaky", (s, c) => { c.writer("try " + ++tries); if (tries < 3) throw new Error("not yet"); return { log: ["flaky"] }; }, { retryPolicy: { initialInterval: 1, jitter: false, logWarning: false, maxAttempts: 5 } })
  .addNode("cached", (s, c) => { c.writer("call " + ++calls); return { n: 5 }; }, { cachePolicy: { keyFunc: () => "k" } })
  .addEdge(START, "flaky").addEdge("flaky", "cached")
  .compile({ cache: new InMemoryCache() });
for (let i = 0; i < 2; i++) {
  tries = 0;
  for await (const c of await graph.stream({ log: ["in"] }, { streamMode: ["values", "updates", "custom", "tasks"] })) console.log(JSON.stringify(c));
}
console.log(calls);
