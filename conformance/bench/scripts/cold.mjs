// One question and its answer: what a process costs. The figures are those of the process.
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ x: Annotation });
const graph = new StateGraph(State)
  .addNode("ask", () => ({ x: interrupt("q") }))
  .addEdge(START, "ask")
  .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: "1" } };
await graph.invoke({ x: 1 }, config);
const { x } = await graph.invoke(new Command({ resume: 2 }), config);
if (x !== 2) throw new Error(`got ${x}`);
console.log(JSON.stringify({ n: 1 }));
