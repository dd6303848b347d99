// Pins: with a checkpointer written in JavaScript, a node that fails in one of several inner graphs, or a call that is aborted, ends the others, and the thread goes on
import { MemorySaver as Memory, BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { Annotation, Command, Send, START, StateGraph } from "@langchain/langgraph";

class Late extends BaseCheckpointSaver {
  inner = new Memory();
  getTuple(config) { return this.inner.getTuple(config); }
  async *list(config, options) { yield* this.inner.list(config, options); }
  async put(...args) { await null; return this.inner.put(...args); }
  async putWrites(...args) { await null; return this.inner.putWrites(...args); }
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const spread = (inner, n) => new StateGraph(State)
  .addNode("spread", () => new Command({ goto: Array.from({ length: n }, () => new Send("inner", { log: [] })) }), { ends: ["inner"] })
  .addNode("inner", inner)
  .addEdge(START, "spread")
  .compile({ checkpointer: new Late() });

for (const late of [false, true]) {
  let thrown = 0;
  const inner = new StateGraph(State)
    .addNode("steady", () => ({ log: ["steady"] }))
    .addNode("shaky", async () => {
      const time = thrown++;
      if (late) await null;
      if (time === 0) throw new Error("shaken");
      return { log: ["shaky"] };
    })
    .addEdge(START, "steady").addEdge(START, "shaky").addEdge("steady", "shaky")
    .compile();
  const graph = spread(inner, 3);
  const config = { configurable: { thread_id: "t" } };
  try { await graph.invoke({}, config); } catch (error) { console.log(error.name, error.message); }
  console.log((await graph.getState(config)).next);
  console.log((await graph.invoke(null, config)).log.sort().join(" "));
}

const slow = new StateGraph(State)
  .addNode("quick", () => ({ log: ["quick"] }))
  .addNode("slow", async () => (await sleep(60), { log: ["slow"] }))
  .addEdge(START, "quick").addEdge(START, "slow")
  .compile();
const graph = spread(slow, 3);
const config = { configurable: { thread_id: "t" } };
const abort = new AbortController();
setTimeout(() => abort.abort(new Error("enough")), 20);
try { await graph.invoke({}, { ...config, signal: abort.signal }); } catch (error) { console.log(error.name, error.message); }
await sleep(70);
console.log((await graph.getState(config)).next);
console.log((await graph.invoke(null, config)).log.join(" "));
