// Pins: chunks of a pause and of going on, in each mode
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const build = () =>
  new StateGraph(Annotation.Root({ v: Annotation() }))
    .addNode("one", () => ({ v: 1 }))
    .addNode("ask", (s, config) => {
      config.writer?.("asking");
      return { v: interrupt("v is " + s.v) };
    })
    .addNode("end", (s) => ({ v: s.v + "!" }))
    .addEdge(START, "one")
    .addEdge("one", "ask")
    .addEdge("ask", "end")
    .compile({ checkpointer: new MemorySaver() });
for (const streamMode of ["updates", "values", "custom", ["values", "updates", "custom"], ["updates"]]) {
  const graph = build();
  const config = { configurable: { thread_id: "1" }, streamMode };
  console.log("---", streamMode);
  for await (const chunk of await graph.stream({ v: 0 }, config)) console.log(chunk);
  console.log("- resume");
  for await (const chunk of await graph.stream(new Command({ resume: "answer" }), config)) console.log(chunk);
}
