// Pins: a graph invoked inside of a node pauses the outer one; both nodes run again from their tops
// Differs: every question has an answer of its own, as documented; the library gives the answer of the inner question to the next outer one
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const counts = { outer: 0, inner: 0 };
const inner = new StateGraph(Annotation.Root({ q: Annotation(), a: Annotation() }))
  .addNode("ask", (s) => {
    counts.inner++;
    return { a: interrupt(s.q) };
  })
  .addEdge(START, "ask")
  .compile();
const outer = new StateGraph(Annotation.Root({ v: Annotation() }))
  .addNode("call", async () => {
    counts.outer++;
    const first = interrupt("outer first?");
    const { a } = await inner.invoke({ q: "inner " + first + "?" });
    const last = interrupt("outer last?");
    return { v: [first, a, last] };
  })
  .addEdge(START, "call")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
let out = await outer.invoke({}, config);
for (const resume of ["one", "two", "three"]) {
  console.log(out.__interrupt__?.map((i) => i.value), counts);
  out = await outer.invoke(new Command({ resume }), config);
}
console.log(out, counts);
