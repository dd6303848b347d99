// Pins: a MemorySaver with a serializer of its own keeps what that makes of checkpoints, metadata and writes
import { MemorySaver, Annotation, Command, START, StateGraph, interrupt } from "@langchain/langgraph";

let dumped = 0;
const key = 42;
const serde = {
  async dumpsTyped(value) {
    dumped++;
    return ["json", new TextEncoder().encode(JSON.stringify(value)).map((b) => b ^ key)];
  },
  async loadsTyped(type, data) { return JSON.parse(new TextDecoder().decode(data.map((b) => b ^ key))); },
};
const saver = new MemorySaver(serde);
const graph = new StateGraph(Annotation.Root({ secret: Annotation(), answer: Annotation() }))
  .addNode("a", () => ({ secret: "swordfish" }))
  .addNode("b", () => ({ answer: interrupt("?") }))
  .addEdge(START, "a").addEdge("a", "b")
  .compile({ checkpointer: saver });
const config = { configurable: { thread_id: "t" } };
await graph.invoke({ secret: "" }, config);
const rows = Object.values(saver.storage.t[""]);
console.log(rows.length, rows.some(([stored]) => new TextDecoder().decode(stored).includes("swordfish")));
console.log(JSON.parse(new TextDecoder().decode(rows[2][0].map((b) => b ^ key))).channel_values.secret);
console.log(await graph.invoke(new Command({ resume: "open" }), config));
console.log(dumped > 8, saver.serde === serde);
