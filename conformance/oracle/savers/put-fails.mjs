// Pins: what a checkpointer throws reaches who called, from put, putWrites and getTuple
import { MemorySaver, Annotation, START, StateGraph } from "@langchain/langgraph";

const build = (checkpointer) => new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("a", () => { console.log("a runs"); return { n: 1 }; }).addEdge(START, "a").compile({ checkpointer });
const failing = (method) => {
  const saver = new MemorySaver();
  saver[method] = async () => { throw new TypeError(`${method} failed`); };
  return build(saver);
};
const config = { configurable: { thread_id: "t" } };
for (const durability of ["sync", "async", "exit"]) {
  for (const method of ["getTuple", "put", "putWrites"]) {
    await failing(method).invoke({ n: 0 }, { ...config, durability }).then((v) => console.log(durability, method, v), (e) => console.log(durability, method, e.name, e.message));
  }
}
await failing("getTuple").getState(config).catch((e) => console.log("getState", e.message));
await failing("put").updateState(config, { n: 3 }).catch((e) => console.log("updateState", e.message));
