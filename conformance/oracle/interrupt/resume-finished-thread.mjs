// Pins: resuming what does not wait; a new input for a finished thread
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("ask", () => ({ log: [interrupt("?")] }))
  .addEdge(START, "ask")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({ log: ["in"] }, config);
await graph.invoke(new Command({ resume: "a" }), config);
console.log(await graph.invoke(new Command({ resume: "b" }), config));
console.log(await graph.invoke(null, config));
console.log(await graph.invoke({ log: ["again"] }, config));
console.log(await graph.invoke({ log: ["and again"] }, config));
console.log(await graph.invoke(new Command({ resume: "c" }), config));
console.log((await graph.getState(config)).values);
