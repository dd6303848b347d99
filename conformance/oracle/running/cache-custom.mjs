// Pins: a cache of the script's own: what it is asked and given
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { BaseCache } from "@langchain/langgraph-checkpoint";

class Notes extends BaseCache {
  kept = new Map();
  async get(keys) {
    console.log("get", keys.map(([ns]) => ns.join("/")));
    return keys.flatMap((key) => this.kept.has(JSON.stringify(key)) ? [{ key, value: this.kept.get(JSON.stringify(key)) }] : []);
  }
  async set(pairs) {
    for (const { key, value, ttl } of pairs) {
      console.log("set", key[0].join("/"), Array.isArray(value), ttl);
      this.kept.set(JSON.stringify(key), value);
    }
  }
  async clear(namespaces) {
    console.log("clear", namespaces);
    this.kept.clear();
  }
}
const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("a", ({ n }) => ({ n: n + 1 }), { cachePolicy: { ttl: 60 } })
  .addEdge(START, "a")
  .compile({ cache: new Notes() });
console.log(await graph.invoke({ n: 1 }));
console.log(await graph.invoke({ n: 1 }));
await graph.clearCache();
console.log(await graph.invoke({ n: 1 }));
