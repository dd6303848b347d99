// Pins: AbortSignal: before a run, while a node runs, with a reason; what the node sees; where the thread stands
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const seen = [];
const graph = new StateGraph(State)
  .addNode("a", async (_, config) => {
    const aborted = new Promise((done) => config.signal?.addEventListener("abort", () => { seen.push("a saw it"); done(); }));
    await Promise.race([aborted, wait(60)]);
    seen.push(`a goes on ${config.signal?.aborted}`);
    return { log: ["a"] };
  })
  .addNode("b", () => { seen.push("b"); return { log: ["b"] }; })
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
const attempt = async (what, thread_id, signal) => {
  try {
    console.log(what, (await graph.invoke({ n: 1 }, { configurable: { thread_id }, signal })).log);
  } catch (e) {
    console.log(what, e?.name, e?.message, e === signal.reason);
  }
  await wait(80);
  const state = await graph.getState({ configurable: { thread_id } });
  console.log(state.next, state.values.log, seen.splice(0));
};
await attempt("none", "1");
await attempt("before", "2", AbortSignal.abort());
await attempt("before, with a reason", "3", AbortSignal.abort(new Error("not today")));
const soon = (reason) => { const c = new AbortController(); setTimeout(() => c.abort(reason), 15); return c.signal; };
await attempt("while running", "4", soon());
await attempt("while running, with a reason", "5", soon(new RangeError("enough")));
await attempt("timeout", "6", AbortSignal.timeout(15));
