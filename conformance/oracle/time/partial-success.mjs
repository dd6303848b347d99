// Pins: after an error, what finished beside it is not run again
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
for (const durability of ["sync", "async", "exit"]) {
  let broken = true;
  const runs = [];
  const g = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
    .addNode("good", async () => { runs.push("good"); return { log: ["good"] }; })
    .addNode("bad", async () => { runs.push("bad"); await new Promise((r) => setTimeout(r, 5)); if (broken) throw new Error("bad"); return { log: ["bad"] }; })
    .addNode("end", () => ({ log: ["end"] }))
    .addEdge(START, "good").addEdge(START, "bad").addEdge(["good", "bad"], "end").compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t" }, durability };
  console.log(await g.invoke({ log: ["in"] }, config).catch((e) => e.message), runs.splice(0));
  const s = await g.getState(config);
  console.log(s.next, s.values, s.tasks.map((t) => [t.name, t.error, t.result]));
  broken = false;
  console.log(await g.invoke(null, config), runs.splice(0));
  console.log(await g.invoke({ log: ["again"] }, config), runs.splice(0));
}
