// Pins: when values has a chunk for the input, and when a superstep gives none
import { Annotation, Command, MemorySaver, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ a: Annotation(), b: Annotation() }))
  .addNode("n", (s) => (s.a === "quiet" ? {} : { b: "from n" }))
  .addEdge(START, "n")
  .compile({ checkpointer: new MemorySaver() });
let thread = 0;
const show = async (name, input, thread_id = `t${thread++}`) => {
  console.log("---", name);
  for await (const chunk of await graph.stream(input, { streamMode: "values", configurable: { thread_id } })) console.log(chunk);
};
await show("input", { a: 1 });
await show("empty input", {});
await show("unknown key", { zzz: 1 });
await show("quiet", { a: "quiet" });
await show("quiet again", { a: "quiet" }, "t3");
await show("other input to a known thread", { b: "mine" }, "t0");
await show("command goto", new Command({ goto: "n", update: { a: 5 } }));
