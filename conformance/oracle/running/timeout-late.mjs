// Pins: what a node does after its timeout is dropped: chunks, tasks; the signal is aborted
import { Annotation, START, StateGraph, task } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const after = [];
const late = task("late", () => after.push("late ran"));
const graph = new StateGraph(State)
  .addNode("slow", async (_, config) => {
    config.signal.addEventListener("abort", () => after.push(`aborted: ${config.signal.aborted}`));
    await wait(60);
    config.writer("late chunk");
    try {
      await late();
    } catch (e) {
      after.push(e.message);
    }
    return { log: ["late"] };
  }, { timeout: 20, errorHandler: () => ({ log: ["handled"] }) })
  .addNode("next", async () => {
    await wait(90);
    return { log: ["next"] };
  })
  .addEdge(START, "slow")
  .addEdge(START, "next")
  .compile();
const chunks = [];
for await (const chunk of await graph.stream({ n: 1 }, { streamMode: ["custom", "updates"] })) chunks.push(chunk);
console.log(JSON.stringify(chunks));
console.log(after);
