// Pins: cachePolicy of nodes with InMemoryCache: hits by input, ttl, keyFunc, chunks of a hit, clearCache
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";

let runs = 0;
const build = (cachePolicy, cache = new InMemoryCache()) =>
  new StateGraph(Annotation.Root({ x: Annotation(), y: Annotation() }))
    .addNode("n", async ({ x }) => {
      runs++;
      return { y: x * 2 };
    }, { cachePolicy })
    .addEdge(START, "n")
    .compile({ cache });
const graph = build({ ttl: 60 });
console.log(await graph.invoke({ x: 1 }), runs);
console.log(await graph.invoke({ x: 1 }), runs);
console.log(await graph.invoke({ x: 2 }), runs);
for await (const chunk of await graph.stream({ x: 1 })) console.log(chunk);
for await (const chunk of await graph.stream({ x: 1 }, { streamMode: ["tasks", "values"] })) console.log(JSON.stringify(chunk).replace(/"id":"[^"]*"/g, '"id":"?"'));
await graph.clearCache();
console.log(await graph.invoke({ x: 1 }), runs);
runs = 0;
const keyed = build({ keyFunc: ([{ x }]) => `${x % 2}` });
console.log(await keyed.invoke({ x: 1 }), await keyed.invoke({ x: 3 }), await keyed.invoke({ x: 4 }), runs);
runs = 0;
const always = build(true);
console.log(await always.invoke({ x: 1 }), await always.invoke({ x: 1 }), runs);
runs = 0;
const none = new StateGraph(Annotation.Root({ x: Annotation() })).addNode("n", () => (runs++, { x: 1 }), { cachePolicy: {} }).addEdge(START, "n").compile();
await none.invoke({ x: 0 });
await none.invoke({ x: 0 });
console.log(runs);
