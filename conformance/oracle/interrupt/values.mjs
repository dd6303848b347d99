// Pins: any kind of value as a question and as an answer
// Differs: a Date in a question is a Date in getState too; the library shows its text there
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const graph = (question) =>
  new StateGraph(Annotation.Root({ answer: Annotation() }))
    .addNode("ask", () => ({ answer: interrupt(question) }))
    .addEdge(START, "ask")
    .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
for (const value of ["text", "", 0, 7, 1.5, true, false, null, undefined, [], [1, [2]], {}, { a: { b: [] } }, "ünï ☃ 😀", new Date(0)]) {
  const g = graph(value);
  const out = await g.invoke({}, config);
  console.log(out.__interrupt__.map((i) => i.value), (await g.getState(config)).tasks[0].interrupts.map((i) => i.value));
}
for (const value of ["text", 7, true, [], [0], {}, { a: null }, "ünï ☃ 😀"]) {
  const g = graph("?");
  await g.invoke({}, config);
  console.log(await g.invoke(new Command({ resume: value }), config));
}
