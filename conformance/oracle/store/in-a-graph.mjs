// Pins: the store in nodes by config.store and getStore(), across threads
import { Annotation, InMemoryStore, MemorySaver, START, StateGraph, getStore } from "@langchain/langgraph";

const store = new InMemoryStore();
const graph = new StateGraph(Annotation.Root({ text: Annotation(), count: Annotation() }))
  .addNode("remember", async ({ text }, config) => {
    const namespace = ["memories", config.configurable.user_id];
    await config.store.put(namespace, text, { text });
    console.log(getStore() === config.store, typeof config.store.search);
    return { count: (await getStore().search(namespace)).length };
  })
  .addEdge(START, "remember")
  .compile({ checkpointer: new MemorySaver(), store });
console.log((await graph.invoke({ text: "one" }, { configurable: { thread_id: "1", user_id: "ann" } })).count);
console.log((await graph.invoke({ text: "two" }, { configurable: { thread_id: "2", user_id: "ann" } })).count);
console.log((await graph.invoke({ text: "one" }, { configurable: { thread_id: "3", user_id: "bob" } })).count);
console.log((await store.search(["memories"])).map((i) => i.namespace.concat(i.key).join("/")));
const bare = new StateGraph(Annotation.Root({ v: Annotation() })).addNode("n", (_, config) => ({ v: [typeof config.store, typeof getStore()] })).addEdge(START, "n").compile();
console.log(await bare.invoke({}));
console.log(await bare.invoke({}, { store }));
