// Pins: interrupt without a checkpointer, without a thread id, outside of a graph; resume without either
// Differs: a thread id may be a number; the MemorySaver of the library refuses it
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const builder = new StateGraph(Annotation.Root({ v: Annotation() })).addNode("ask", () => ({ v: interrupt("?") })).addEdge(START, "ask");
const attempt = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message, "|", e.lc_error_code);
  }
};
const bare = builder.compile();
const kept = builder.compile({ checkpointer: new MemorySaver() });
await attempt("no checkpointer", () => bare.invoke({}));
await attempt("no thread id", () => kept.invoke({}));
await attempt("empty configurable", () => kept.invoke({}, { configurable: {} }));
await attempt("number as thread id", () => kept.invoke({}, { configurable: { thread_id: 5 } }));
await attempt("resume without checkpointer", () => bare.invoke(new Command({ resume: 1 })));
await attempt("resume an unknown thread", () => kept.invoke(new Command({ resume: 1 }), { configurable: { thread_id: "new" } }));
await attempt("outside", () => interrupt("?"));
await attempt("getState without checkpointer", () => bare.getState({ configurable: { thread_id: "1" } }));
await attempt("getState without thread id", () => kept.getState({ configurable: {} }));
await attempt("updateState without checkpointer", () => bare.updateState({ configurable: { thread_id: "1" } }, {}));
await attempt("history without checkpointer", async () => {
  for await (const s of bare.getStateHistory({ configurable: { thread_id: "1" } })) console.log(s);
});
