// Pins: catching everything around interrupt swallows it; rethrowing, finally and isGraphInterrupt
import { Annotation, Command, GraphInterrupt, MemorySaver, START, StateGraph, interrupt, isGraphInterrupt, isGraphBubbleUp } from "@langchain/langgraph";

const run = async (name, node) => {
  const graph = new StateGraph(Annotation.Root({ v: Annotation() })).addNode("n", node).addEdge(START, "n").compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  console.log(name, await graph.invoke({}, config));
  if ((await graph.getState(config)).next.length) console.log(name, await graph.invoke(new Command({ resume: "yes" }), config));
};
await run("swallowed", () => {
  try {
    return { v: interrupt("?") };
  } catch (e) {
    return { v: [e.name, e instanceof GraphInterrupt, isGraphInterrupt(e), isGraphBubbleUp(e), e.interrupts] };
  }
});
await run("rethrown", () => {
  try {
    return { v: interrupt("?") };
  } catch (e) {
    if (isGraphInterrupt(e)) throw e;
    return { v: "error" };
  } finally {
    console.log("finally");
  }
});
await run("another error after the answer", () => {
  const v = interrupt("?");
  try {
    throw new Error("after " + v);
  } catch (e) {
    return { v: e.message };
  }
});
await run("promise catch", () => Promise.resolve().then(() => interrupt("?")).catch((e) => {
  throw e;
}).then((v) => ({ v })));
