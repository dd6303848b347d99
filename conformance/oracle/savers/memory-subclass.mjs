// Pins: a subclass of MemorySaver sees the calls of a run, and super does the work
import { MemorySaver, Annotation, Command, START, StateGraph, interrupt } from "@langchain/langgraph";

class Logged extends MemorySaver {
  async getTuple(config) {
    const tuple = await super.getTuple(config);
    console.log("getTuple", tuple?.metadata.step, tuple?.pendingWrites.length);
    return tuple;
  }
  async put(config, checkpoint, metadata, versions) {
    console.log("put", metadata.step, Object.keys(versions).sort());
    return super.put(config, checkpoint, metadata, versions);
  }
  async putWrites(config, writes, task) {
    console.log("putWrites", JSON.stringify(writes.filter(([channel]) => channel !== "__resume__")));
    return super.putWrites(config, writes, task);
  }
  async *list(config, options) {
    console.log("list", options);
    yield* super.list(config, options);
  }
}

const graph = new StateGraph(Annotation.Root({ n: Annotation(), s: Annotation() }))
  .addNode("a", () => ({ n: 1 }))
  .addNode("b", () => ({ s: interrupt("?") }))
  .addEdge(START, "a").addEdge("a", "b")
  .compile({ checkpointer: new Logged() });
const config = { configurable: { thread_id: "t" } };
await graph.invoke({ n: 0 }, config);
console.log(await graph.invoke(new Command({ resume: "ok" }), config));
for await (const s of graph.getStateHistory(config, { limit: 2 })) console.log(s.metadata.step, s.values);
