// Pins: aborting by signal before, during and between nodes; what the node sees; a reason
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const pause = (ms) => new Promise((r) => setTimeout(r, ms));
const seen = [];
const graph = new StateGraph(Annotation.Root({ v: Annotation() }))
  .addNode("a", async (_, config) => {
    seen.push("a starts", config.signal instanceof AbortSignal);
    config.signal.addEventListener("abort", () => seen.push("a hears"));
    await pause(15);
    seen.push("a ends");
    return { v: 1 };
  })
  .addNode("b", () => (seen.push("b"), { v: 2 }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile();
const attempt = async (name, f) => {
  seen.length = 0;
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "=>", e?.name, e?.message, e instanceof Error);
  }
  await pause(25);
  console.log(seen);
};
await attempt("already", () => graph.invoke({}, { signal: AbortSignal.abort() }));
await attempt("during", () => {
  const c = new AbortController();
  setTimeout(() => c.abort(), 3);
  return graph.invoke({}, { signal: c.signal });
});
await attempt("with a reason", () => {
  const c = new AbortController();
  setTimeout(() => c.abort(new RangeError("enough")), 3);
  return graph.invoke({}, { signal: c.signal });
});
await attempt("timeout option", () => graph.invoke({}, { timeout: 4 }));
await attempt("AbortSignal.timeout", () => graph.invoke({}, { signal: AbortSignal.timeout(4) }));
await attempt("in time", () => graph.invoke({}, { timeout: 5000 }));
await attempt("stream", async () => {
  const c = new AbortController();
  const chunks = [];
  setTimeout(() => c.abort(), 3);
  for await (const chunk of await graph.stream({}, { signal: c.signal, streamMode: "values" })) chunks.push(chunk);
  return chunks;
});
