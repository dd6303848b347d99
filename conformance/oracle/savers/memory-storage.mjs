// Pins: storage and writes of a MemorySaver, before and after deleteThread
import { MemorySaver, Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const saver = new MemorySaver();
const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode("a", () => { interrupt("q"); return { n: 1 }; })
  .addEdge(START, "a").compile({ checkpointer: saver });
for (const id of ["one", "two"]) await graph.invoke({ n: 0 }, { configurable: { thread_id: id } });
console.log(Object.keys(saver.storage), Object.keys(saver.storage.one), Object.keys(saver.storage.one[""]).length);
const [checkpoint, metadata, parent] = Object.values(saver.storage.one[""])[0];
console.log(checkpoint instanceof Uint8Array, metadata instanceof Uint8Array, parent);
console.log((await saver.serde.loadsTyped("json", metadata)).source);
console.log(Object.values(saver.writes).map((w) => Object.values(w).map(([, channel]) => channel)));
await saver.deleteThread("one");
console.log(Object.keys(saver.storage), Object.keys(saver.writes).length);
console.log((await graph.getState({ configurable: { thread_id: "one" } })).values, (await graph.getState({ configurable: { thread_id: "two" } })).next);
