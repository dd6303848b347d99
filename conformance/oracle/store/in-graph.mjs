// Pins: the store of a graph in nodes: config.store, getStore, in subgraphs, across threads
import { Annotation, InMemoryStore, MemorySaver, START, StateGraph, getStore } from "@langchain/langgraph";
const store = new InMemoryStore();
const State = Annotation.Root({ user: Annotation(), said: Annotation() });
const inner = new StateGraph(State).addNode("recall", async ({ user }, config) => {
  const item = await config.store.get(["memory", user], "last");
  const found = await getStore().search(["memory", user]);
  return { said: `${item?.value.text ?? "nothing"} (${found.length})` };
}).addEdge(START, "recall").compile();
const g = new StateGraph(State)
  .addNode("sub", inner)
  .addNode("remember", async ({ user }) => { await getStore().put(["memory", user], "last", { text: `hello ${user}` }); return {}; })
  .addEdge(START, "sub").addEdge("sub", "remember").compile({ store, checkpointer: new MemorySaver() });
const run = async (user, thread) => console.log((await g.invoke({ user }, { configurable: { thread_id: thread } })).said);
await run("ann", "1"); await run("ann", "2"); await run("bob", "3");
console.log((await store.search(["memory"])).map((x) => x.value.text));
const other = new InMemoryStore();
await g.invoke({ user: "eve" }, { configurable: { thread_id: "4" }, store: other });
console.log((await other.search([])).length, (await store.search([])).length);
try { getStore(); } catch (e) { console.log(e.message.split("\n")[0]); }
const bare = new StateGraph(State).addNode("x", (_, config) => ({ said: String(config.store) + String(getStore()) })).addEdge(START, "x").compile();
console.log((await bare.invoke({ user: "u" })).said);
