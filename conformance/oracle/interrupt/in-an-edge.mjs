// Pins: a question in a conditional edge: what its node wrote is shown, and the node runs again
import { Annotation, Command, MemorySaver, NodeInterrupt, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ a: Annotation() });
for (const route of [() => { throw new NodeInterrupt("stop"); }, () => interrupt("where to?")]) {
  const graph = new StateGraph(State)
    .addNode("one", () => { console.log("one"); return { a: 1 }; }).addNode("two", () => ({ a: 2 }))
    .addEdge(START, "one").addConditionalEdges("one", route, ["two"]).compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  const { a, __interrupt__: asked } = await graph.invoke({ a: 0 }, config);
  const state = await graph.getState(config);
  console.log(a, asked.map((i) => i.value), state.values, state.next, state.tasks.map((t) => t.interrupts.map((i) => i.value)));
  if (asked[0].value !== "stop") console.log(await graph.invoke(new Command({ resume: "two" }), config));
}
