// Pins: a thread stays readable when a script stores values as errors of its tasks, by putWrites
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

for (const value of ["boom", { message: "m", name: "N" }, 7]) {
  const saver = new MemorySaver();
  const graph = new StateGraph(Annotation.Root({ a: Annotation() })).addNode("ask", () => ({ a: interrupt("?") })).addEdge(START, "ask").compile({ checkpointer: saver });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke({}, config);
  const before = await graph.getState(config);
  await saver.putWrites(before.config, [["__error__", value]], before.tasks[0].id);
  const { next, tasks } = await graph.getState(config);
  console.log(next, tasks.length, String(tasks[0].error?.message ?? tasks[0].error));
  console.log((await graph.invoke(new Command({ resume: "yes" }), config)).a);
}
