// Pins: channels that only the input schema of a node names: who sees them, who can write them, and what getState shows.
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const Public = Annotation.Root({ q: Annotation(), a: Annotation() });
const Private = Annotation.Root({ notes: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }), q: Annotation() });
const graph = new StateGraph({ state: Public, input: Annotation.Root({ q: Annotation() }), output: Annotation.Root({ a: Annotation() }) })
  .addNode("search", (s) => {
    console.log("search", s);
    return { notes: ["found"], a: "draft" };
  })
  .addNode("write", (s) => {
    console.log("write", s);
    return { a: s.notes.join() + " for " + s.q, notes: ["written"] };
  }, { input: Private })
  .addNode("check", (s) => {
    console.log("check", s);
    return { unknown: 1 };
  })
  .addEdge(START, "search").addEdge("search", "write").addEdge("write", "check")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({ q: "why", a: "not taken", notes: ["not taken"] }, config));
console.log((await graph.getState(config)).values);
for await (const chunk of await graph.stream({ q: "again" }, { ...config, streamMode: ["values", "updates"] })) console.log(JSON.stringify(chunk));
await graph.updateState(config, { notes: ["by hand"], q: "new" }, "search");
console.log((await graph.getState(config)).values, (await graph.getState(config)).next);
