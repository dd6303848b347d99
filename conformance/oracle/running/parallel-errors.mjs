// Pins: two nodes that fail in one superstep; with a checkpointer, going on runs only what did not finish
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const ran = [];
let broken = true;
const pause = (ms) => new Promise((r) => setTimeout(r, ms));
const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("good", async () => {
    ran.push("good");
    return { log: ["good"] };
  })
  .addNode("bad", async () => {
    ran.push("bad");
    await pause(5);
    if (broken) throw new Error("bad");
    return { log: ["bad"] };
  })
  .addNode("end", (s) => ({ log: ["end of " + s.log.length] }))
  .addEdge(START, "good")
  .addEdge(START, "bad")
  .addEdge(["good", "bad"], "end")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({}, config).catch((e) => e.message), ran);
const s = await graph.getState(config);
console.log(s.next, s.values, s.tasks.map((t) => [t.name, t.error?.message ?? t.error, t.result]));
broken = false;
ran.length = 0;
console.log(await graph.invoke(null, config), ran);
