// Pins: config of entrypoints and tasks; custom chunks; the store; context
import { InMemoryStore, entrypoint, getConfig, getStore, getWriter, task } from "@langchain/langgraph";

const store = new InMemoryStore();
const note = task("note", async (text) => {
  getWriter()?.("task writes " + text);
  await getStore().put(["notes"], "k", { text });
  return getConfig().configurable.user;
});
const flow = entrypoint({ name: "flow", store }, async (input, config) => {
  config.writer?.({ input });
  const user = await note("hello");
  return { user, kept: (await config.store.get(["notes"], "k")).value, tags: config.tags, context: config.context };
});
for await (const chunk of await flow.stream("in", { streamMode: ["custom", "updates"], configurable: { user: "u" }, tags: ["t"], context: { c: 1 } })) console.log(chunk);
