// Pins: where @langchain/core looks for the config of the code that runs; AsyncLocalStorage of a script reaches into nodes
import { AsyncLocalStorage } from "node:async_hooks";
import { StateGraph, Annotation, START, getConfig } from "@langchain/langgraph";
import { RunnableLambda } from "@langchain/core/runnables";
const State = Annotation.Root({ x: Annotation() });
const storage = () => globalThis[Symbol.for("ls:tracing_async_local_storage")];
const child = Symbol.for("lc:child_config");
const als = new AsyncLocalStorage();
const graph = new StateGraph(State).addNode("a", async () => {
  const seen = () => [storage().getStore()?.extra?.[child]?.metadata?.langgraph_node, getConfig()?.metadata?.langgraph_node, als.getStore()?.user];
  console.log(seen());
  await new Promise((r) => setTimeout(r, 1));
  console.log(seen());
  console.log(storage().run({ extra: { [child]: { metadata: { langgraph_node: "mine" } } } }, seen), seen());
  console.log(storage().run(undefined, seen));
  await RunnableLambda.from(async (v, c) => { await null; console.log("lambda", c.metadata.langgraph_node, getConfig()?.metadata.langgraph_node); }).invoke(1);
  console.log(seen());
  return { x: 1 };
}).addEdge(START, "a").compile();
console.log(storage() !== undefined, getConfig());
await als.run({ user: "u" }, () => graph.invoke({ x: 0 }));
console.log(als.getStore(), getConfig());
