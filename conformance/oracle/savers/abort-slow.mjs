// Pins: a run that is aborted while a slow checkpointer works
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
class Slow extends MemorySaver {
  async put(...args) { await new Promise((r) => setTimeout(r, 10)); return super.put(...args); }
  async putWrites(...args) { await new Promise((r) => setTimeout(r, 10)); return super.putWrites(...args); }
}
for (const durability of ["sync", "async"]) {
  const g = new StateGraph(Annotation.Root({ n: Annotation() }))
    .addNode("a", () => ({ n: 1 })).addNode("b", async () => { await new Promise((r) => setTimeout(r, 500)); return { n: 2 }; }).addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new Slow() });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 15);
  const begun = Date.now();
  await g.invoke({ n: 0 }, { configurable: { thread_id: "t" }, signal: controller.signal, durability }).then(console.log, (e) => console.log(e.name, e.message));
  console.log(Date.now() - begun < 400);
}
