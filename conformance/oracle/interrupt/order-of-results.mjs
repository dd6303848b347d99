// Pins: invoke returns the questions in the order in which they were asked
import { Annotation, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const kinds = {
  now: (name) => () => interrupt(name),
  later: (name) => async () => { for (let i = 0; i < 9; i++) await null; return interrupt(name); },
  timer: (name) => async () => { await new Promise((resolve) => setTimeout(resolve, 20)); return interrupt(name); },
};
for (const one of Object.keys(kinds)) {
  for (const two of Object.keys(kinds)) {
    const graph = new StateGraph(Annotation.Root({ a: Annotation() }))
      .addNode("one", kinds[one]("one")).addNode("two", kinds[two]("two"))
      .addEdge(START, "one").addEdge(START, "two")
      .compile({ checkpointer: new MemorySaver() });
    const { __interrupt__ } = await graph.invoke({}, { configurable: { thread_id: "t" } });
    console.log(one, two, __interrupt__.map(({ value }) => value).join(" "));
  }
}
