// Pins: long-term memory: nodes write and search a store across threads
import { InMemoryStore, MemorySaver, MessagesAnnotation, START, StateGraph, getStore } from "@langchain/langgraph";
import { AIMessage } from "@langchain/core/messages";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const store = new InMemoryStore();
const g = new StateGraph(MessagesAnnotation).addNode("remember", async (s, config) => {
  const ns = ["users", config.configurable.user, "facts"];
  await config.store.put(ns, `f${s.messages.length}`, { text: s.messages.at(-1).text });
  const found = await getStore(config).search(ns, { limit: 2 });
  return { messages: [new AIMessage(found.map((i) => i.value.text).sort().join("|"))] };
}).addEdge(START, "remember").compile({ checkpointer: new MemorySaver(), store });
for (const [t, u, text] of [["1", "ann", "likes tea"], ["2", "ann", "hates rain"], ["3", "bob", "is new"]]) console.log((await g.invoke({ messages: [["human", text]] }, cfg(t, { user: u }))).messages.at(-1).text);
console.log(await store.listNamespaces({ prefix: ["users"], maxDepth: 2 }), (await store.get(["users", "bob", "facts"], "f1"))?.value, await store.get(["x"], "y"));
await store.delete(["users", "bob", "facts"], "f1");
console.log((await store.search(["users"], { filter: { text: { $eq: "likes tea" } } })).map((i) => [i.namespace, i.key, i.value]));
