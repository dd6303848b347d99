// Pins: false, 0 and "" are answers
// Differs: the documentation says that any JSON value can be an answer; the library takes false, 0 and "" for none
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ answer: Annotation() }))
  .addNode("ask", () => ({ answer: interrupt("well?") }))
  .addEdge(START, "ask")
  .compile({ checkpointer: new MemorySaver() });

for (const answer of [false, 0, ""]) {
  const config = { configurable: { thread_id: JSON.stringify(answer) } };
  await graph.invoke({}, config);
  try {
    console.log(await graph.invoke(new Command({ resume: answer }), config));
  } catch (e) {
    console.log(e.name, e.message);
  }
  console.log((await graph.getState(config)).next);
}
