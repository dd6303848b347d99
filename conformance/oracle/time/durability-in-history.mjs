// Pins: what is in the history with durability sync, async and exit: finished, paused, failed
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
for (const durability of ["sync", "async", "exit", undefined]) {
  const g = new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
    .addNode("a", () => ({ log: ["a"] }))
    .addNode("b", async ({ n }) => { await new Promise((r) => setTimeout(r, 3)); if (n === "fail") throw new Error("b failed"); return { log: n === "ask" ? [interrupt("?")] : ["b"] }; })
    .addNode("side", () => ({ log: ["side"] }))
    .addEdge(START, "a").addEdge("a", "b").addEdge("a", "side").compile({ checkpointer: new MemorySaver() });
  console.log(durability);
  for (const n of ["go", "ask", "fail"]) {
    const config = { configurable: { thread_id: n } };
    const r = await g.invoke({ n }, { ...config, durability }).catch((e) => e.message);
    console.log(" ", n, JSON.stringify(r?.log ?? r));
    for await (const s of g.getStateHistory(config)) {
      console.log("   ", s.metadata.source, s.metadata.step, JSON.stringify(s.values), s.next.join(), JSON.stringify(s.tasks.map((t) => [t.name, t.interrupts.length, t.result, t.error?.message])), !!s.parentConfig);
    }
  }
  const config = { configurable: { thread_id: "ask" } };
  console.log(JSON.stringify(await g.invoke(new Command({ resume: "yes" }), { ...config, durability })));
  let count = 0;
  for await (const s of g.getStateHistory(config)) count++;
  console.log(count, JSON.stringify((await g.getState(config)).values));
}
