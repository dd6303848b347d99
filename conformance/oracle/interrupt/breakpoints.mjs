// Pins: interruptBefore and interruptAfter at compile and at run time; stepping through with null
import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const build = (options) =>
  new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
    .addNode("a", () => ({ log: ["a"] }))
    .addNode("b", () => ({ log: ["b"] }))
    .addNode("c", () => ({ log: ["c"] }))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .compile({ checkpointer: new MemorySaver(), ...options });
const walk = async (name, graph, runOptions = {}) => {
  const config = { configurable: { thread_id: "1" }, ...runOptions };
  console.log("---", name);
  let out = await graph.invoke({}, config);
  for (let i = 0; i < 5; i++) {
    const state = await graph.getState(config);
    console.log(out, state.next, state.tasks.map((t) => [t.name, t.interrupts]));
    if (state.next.length === 0) break;
    out = await graph.invoke(null, config);
  }
};
await walk("before b", build({ interruptBefore: ["b"] }));
await walk("after b", build({ interruptAfter: ["b"] }));
await walk("before and after b", build({ interruptBefore: ["b"], interruptAfter: ["b"] }));
await walk("before all", build({ interruptBefore: "*" }));
await walk("after all", build({ interruptAfter: "*" }));
await walk("run time before a and c", build({}), { interruptBefore: ["a", "c"] });
await walk("run time overrides", build({ interruptBefore: ["b"] }), { interruptBefore: ["c"] });
await walk("run time empty", build({ interruptBefore: ["b"] }), { interruptBefore: [] });
const graph = build({ interruptBefore: ["b"] });
for await (const chunk of await graph.stream({}, { configurable: { thread_id: "s" }, streamMode: ["updates", "values"] })) console.log(chunk);
const after = build({ interruptAfter: ["b"] });
for await (const chunk of await after.stream({}, { configurable: { thread_id: "s" }, streamMode: ["updates", "values"] })) console.log(chunk);
