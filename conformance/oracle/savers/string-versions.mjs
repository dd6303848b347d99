// Pins: a checkpointer may count versions with strings
import { MemorySaver, Annotation, Command, START, StateGraph, interrupt } from "@langchain/langgraph";

class Padded extends MemorySaver {
  getNextVersion(current) { return String(Number(current ?? 0) + 1).padStart(4, "0"); }
}
const saver = new Padded();
const graph = new StateGraph(Annotation.Root({ n: Annotation(), s: Annotation() }))
  .addNode("a", () => ({ n: 1 })).addNode("b", () => ({ s: interrupt("?") })).addNode("c", ({ s }) => ({ n: s }))
  .addEdge(START, "a").addEdge("a", "b").addEdge("b", "c").compile({ checkpointer: saver });
const config = { configurable: { thread_id: "t" } };
await graph.invoke({ n: 0 }, config);
const show = async () => Object.entries((await saver.get(config)).channel_versions).sort(([a], [b]) => a < b ? -1 : 1);
console.log(await show());
console.log(await graph.invoke(new Command({ resume: 5 }), config));
console.log(await show());
console.log(await graph.invoke({ n: 9 }, config).then((v) => v.n));
try { new MemorySaver().getNextVersion("1"); } catch (e) { console.log(e.message); }
console.log(new MemorySaver().getNextVersion(undefined), new MemorySaver().getNextVersion(3));
