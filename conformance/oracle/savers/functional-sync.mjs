// Pins: tasks of an entrypoint, nested ones too, with a slow checkpointer and each durability
import { Command, MemorySaver, entrypoint, interrupt, task } from "@langchain/langgraph";
class Slow extends MemorySaver {
  async put(...a) { await new Promise((r) => setTimeout(r, 2)); return super.put(...a); }
  async putWrites(...a) { await new Promise((r) => setTimeout(r, 2)); return super.putWrites(...a); }
}
for (const durability of ["sync", "async", "exit"]) {
  const runs = [];
  const leaf = task("leaf", (x) => { runs.push(`leaf${x}`); return x + 1; });
  const outer = task("outer", async (x) => { runs.push(`outer${x}`); return (await leaf(x)) * 10; });
  const flow = entrypoint({ name: "flow", checkpointer: new Slow() }, async (x) => {
    const all = await Promise.all([outer(x), outer(x + 1), leaf(100)]);
    return [...all, interrupt(all)];
  });
  const config = { configurable: { thread_id: "t" }, durability };
  const r = await flow.invoke(1, config);
  console.log(durability, JSON.stringify(r.__interrupt__.map((i) => i.value)), runs.length);
  console.log(JSON.stringify(await flow.invoke(new Command({ resume: "ok" }), config)), runs.length);
}
