// Pins: a store of the script's own, derived from BaseStore
import { Annotation, BaseStore, START, StateGraph } from "@langchain/langgraph";

class Logged extends BaseStore {
  data = new Map();
  async batch(operations) {
    return operations.map((op) => {
      console.log(Object.keys(op).sort().join());
      const key = JSON.stringify([op.namespace, op.key]);
      if ("value" in op) {
        this.data.set(key, { key: op.key, namespace: op.namespace, value: op.value, createdAt: new Date(0), updatedAt: new Date(0) });
        return undefined;
      }
      return this.data.get(key) ?? null;
    });
  }
}
const store = new Logged();
await store.put(["a"], "k", { v: 1 });
console.log(await store.get(["a"], "k"));
const graph = new StateGraph(Annotation.Root({ v: Annotation() })).addNode("n", async (_, config) => ({ v: (await config.store.get(["a"], "k")).value })).addEdge(START, "n").compile({ store });
console.log(await graph.invoke({}));
