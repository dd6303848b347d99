// Pins: what entrypoints and tasks find in their config: store, configurable, metadata, tags, writer
import { InMemoryStore, MemorySaver, entrypoint, getConfig, getStore, task } from "@langchain/langgraph";

const store = new InMemoryStore();
const seen = task("seen", async (key) => {
  const config = getConfig();
  await getStore().put(["t"], key, { by: "task" });
  return {
    user: config.configurable.user, step: config.metadata.langgraph_step, node: config.metadata.langgraph_node,
    path: config.metadata.langgraph_path, triggers: config.metadata.langgraph_triggers, tags: config.tags, limit: config.recursionLimit,
    own: config.metadata.own, context: config.context,
  };
});
const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver(), store }, async (key, config) => {
  const inTask = await seen(key);
  const item = await config.store.get(["t"], key);
  return {
    inTask, stored: item.value, node: config.metadata.langgraph_node, path: config.metadata.langgraph_path,
    triggers: config.metadata.langgraph_triggers, ns: config.configurable.checkpoint_ns.split(":")[0], interrupt: typeof config.interrupt, writer: typeof config.writer,
  };
});
console.dir(await flow.invoke("k", { configurable: { thread_id: "1", user: "ann" }, metadata: { own: 1 }, tags: ["t"], recursionLimit: 7, context: { c: 1 } }), { depth: 6 });
