// Pins: the store in entrypoints, tasks and tools
import { InMemoryStore, entrypoint, getStore, task } from "@langchain/langgraph";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const store = new InMemoryStore();
const save = task("save", async (key, value) => { await getStore().put(["t"], key, { value }); return key; });
const remember = tool(async ({ text }, config) => { await config.store.put(["tools"], "text", { text }); return "saved"; }, { name: "remember", description: "d", schema: z.object({ text: z.string() }) });
const flow = entrypoint({ name: "flow", store }, async (x, config) => {
  await save("a", x);
  await remember.invoke({ text: "hi" }, config);
  return [(await getStore().get(["t"], "a")).value, (await config.store.search(["tools"])).map((i) => i.value)];
});
console.log(JSON.stringify(await flow.invoke(5)));
console.log((await store.listNamespaces()).length);
