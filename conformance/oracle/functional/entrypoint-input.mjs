// Pins: inputs an entrypoint does not take, and missing thread ids
import { Command, MemorySaver, entrypoint } from "@langchain/langgraph";

const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, (x) => `got ${x}`);
const bare = entrypoint("bare", (x) => `got ${x}`);
const attempt = async (what, f) => {
  try {
    console.log(what, await f());
  } catch (e) {
    console.log(what, e.name, e.message);
  }
};
await attempt("null", () => bare.invoke(null));
await attempt("undefined", () => bare.invoke());
await attempt("no thread", () => flow.invoke(1));
await attempt("no configurable", () => flow.invoke(1, {}));
await attempt("null on a new thread", () => flow.invoke(null, { configurable: { thread_id: "n" } }));
await attempt("resume without a saver", () => bare.invoke(new Command({ resume: 1 })));
await attempt("resume on a new thread", () => flow.invoke(new Command({ resume: 1 }), { configurable: { thread_id: "r" } }));
await attempt("first", () => flow.invoke(1, { configurable: { thread_id: "1" } }));
await attempt("null when done", () => flow.invoke(null, { configurable: { thread_id: "1" } }));
await attempt("update", () => flow.invoke(new Command({ update: { a: 1 } }), { configurable: { thread_id: "1" } }));
await attempt("goto", () => flow.invoke(new Command({ goto: "flow" }), { configurable: { thread_id: "1" } }));
