// Pins: updateState with asNode, without, with null, and the errors
import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => ({ log: ["a"] }))
  .addNode("b", () => ({ log: ["b"] }))
  .addNode("c", () => ({ log: ["c"] }))
  .addEdge(START, "a")
  .addConditionalEdges("a", (s) => s.n === 2 ? "c" : "b", ["b", "c"])
  .compile({ checkpointer: new MemorySaver(), interruptBefore: ["b", "c"] });
let thread = 0;
const attempt = async (name, f) => {
  const config = { configurable: { thread_id: `${thread++}` } };
  try {
    const out = await f(config);
    const s = await graph.getState(config);
    console.log(name, s.next, s.values, s.metadata?.source, s.metadata?.step, out === undefined ? "" : Object.keys(out));
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message, "|", e.lc_error_code);
  }
};
await attempt("empty thread", (c) => graph.updateState(c, { n: 1 }));
await attempt("empty thread as a", (c) => graph.updateState(c, { n: 1 }, "a"));
await attempt("empty thread as START", (c) => graph.updateState(c, { n: 1 }, START));
await attempt("empty thread as END", (c) => graph.updateState(c, { n: 1 }, END));
await attempt("as unknown", (c) => graph.updateState(c, { n: 1 }, "x"));
const paused = (f) => async (c) => {
  await graph.invoke({ n: 1 }, c);
  return f(c);
};
await attempt("paused", paused((c) => graph.updateState(c, { n: 2 })));
await attempt("paused as a", paused((c) => graph.updateState(c, { n: 2 }, "a")));
await attempt("paused as b", paused((c) => graph.updateState(c, { log: ["by hand"] }, "b")));
await attempt("paused as END", paused((c) => graph.updateState(c, null, END)));
await attempt("paused null", paused((c) => graph.updateState(c, null)));
await attempt("paused undefined", paused((c) => graph.updateState(c, undefined)));
await attempt("paused as END with values", paused((c) => graph.updateState(c, { n: 7 }, END)));
await attempt("unknown key", paused((c) => graph.updateState(c, { zzz: 2 })));
await attempt("text", paused((c) => graph.updateState(c, "text")));
await attempt("twice", paused(async (c) => {
  await graph.updateState(c, { log: ["1"] });
  return graph.updateState(c, { log: ["2"] });
}));
await attempt("no thread id", () => graph.updateState({ configurable: {} }, { n: 1 }));
