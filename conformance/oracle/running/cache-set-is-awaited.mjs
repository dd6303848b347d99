// Pins: a run ends when a cache has what it was given, however long that takes
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { BaseCache } from "@langchain/langgraph-checkpoint";

class Slow extends BaseCache {
  entries = new Map();
  async get(keys) { return keys.flatMap((key) => this.entries.has(JSON.stringify(key)) ? [{ key, value: this.entries.get(JSON.stringify(key)) }] : []); }
  async set(pairs) {
    console.log("set begins");
    await new Promise((done) => setTimeout(done, 50));
    for (const { key, value } of pairs) this.entries.set(JSON.stringify(key), value);
    console.log("set ends");
  }
}
const graph = new StateGraph(Annotation.Root({ a: Annotation() }))
  .addNode("one", (s) => { console.log("one"); return { a: s.a + 1 }; }, { cachePolicy: { keyFunc: () => "k" } })
  .addNode("two", (s) => { console.log("two"); return { a: s.a + 10 }; })
  .addEdge(START, "one").addEdge("one", "two").compile({ cache: new Slow() });
console.log(await graph.invoke({ a: 1 }));
console.log(await graph.invoke({ a: 1 }));
const chunks = [];
for await (const chunk of await graph.stream({ a: 1 }, { streamMode: "updates" })) chunks.push(chunk);
console.log(JSON.stringify(chunks));
