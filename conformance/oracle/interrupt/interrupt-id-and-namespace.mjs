// Pins: the id of an interrupt is the same in every view; two threads have different ones
import { Annotation, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ v: Annotation() })).addNode("ask", () => ({ v: interrupt("?") })).addEdge(START, "ask").compile({ checkpointer: new MemorySaver() });
const of = async (thread_id) => {
  const config = { configurable: { thread_id } };
  const ids = [];
  for await (const chunk of await graph.stream({}, config)) ids.push(chunk.__interrupt__[0].id);
  ids.push((await graph.getState(config)).tasks[0].interrupts[0].id);
  for await (const s of graph.getStateHistory(config)) for (const t of s.tasks) for (const i of t.interrupts) ids.push(i.id);
  ids.push((await graph.invoke(null, config)).__interrupt__[0].id);
  return ids;
};
const one = await of("1");
const two = await of("2");
console.log(one.length, new Set(one).size, new Set(two).size, one[0] === two[0], /^[0-9a-f]{32}$/.test(one[0]));
