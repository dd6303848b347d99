// Pins: a subclass of BaseStore implements batch, and a graph uses it
import { Annotation, BaseStore, InMemoryStore, START, StateGraph } from "@langchain/langgraph";
class Logged extends BaseStore {
  inner = new InMemoryStore();
  async batch(operations) {
    for (const op of operations) console.log(JSON.stringify(op));
    return this.inner.batch(operations);
  }
}
const store = new Logged();
const g = new StateGraph(Annotation.Root({ out: Annotation() })).addNode("a", async (_, config) => {
  await config.store.put(["n"], "k", { v: 1 });
  const item = await config.store.get(["n"], "k");
  await config.store.delete(["n"], "none");
  return { out: [item.value, (await config.store.search(["n"])).length] };
}).addEdge(START, "a").compile({ store });
console.log((await g.invoke({ out: null })).out);
console.log((await store.listNamespaces({ prefix: ["n"], maxDepth: 1 })).length);
await store.put(["n"], "k2", { v: 2 }, ["v"]);
console.log(await store.get(["n"], "k2").then((x) => x.value));
class Counting extends InMemoryStore { puts = 0; async batch(ops) { this.puts += ops.filter((o) => "value" in o).length; return super.batch(ops); } }
const counting = new Counting();
await counting.put(["x"], "y", {}); await counting.get(["x"], "y");
console.log(counting.puts);
