// Pins: progress resets the idle timeout: the writer, the heartbeat, tasks; with refreshOn "heartbeat" that alone
import { Annotation, START, StateGraph, task } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const small = task("small", () => wait(15));
const progress = {
  writer: (config) => config.writer("on it"),
  heartbeat: (config) => config.heartbeat(),
  task: () => small(),
  nothing: () => {},
};
const lines = await Promise.all(["auto", "heartbeat"].flatMap((refreshOn) => Object.entries(progress).map(async ([name, report]) => {
  const graph = new StateGraph(State)
    .addNode("slow", async (_, config) => {
      for (let i = 0; i < 4; i++) {
        await wait(250);
        await report(config);
      }
      return { log: ["done"] };
    }, { timeout: { idleTimeout: 700, refreshOn } })
    .addEdge(START, "slow")
    .compile();
  return [refreshOn, name, await graph.invoke({ n: 1 }).then((s) => s.log[0], (e) => e.kind)].join(" ");
})));
console.log(lines.join("\n"));
