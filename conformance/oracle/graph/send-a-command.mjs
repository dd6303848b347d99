// Pins: a Send with a Command as its argument gives the node a Command, also when it comes from a checkpoint
import { Annotation, Command, MemorySaver, Send, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ a: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("one", () => ({ a: ["one"] }))
  .addNode("two", (sent) => {
    console.log(sent instanceof Command, sent.update, sent.goto);
    return { a: [interrupt("q")] };
  })
  .addEdge(START, "one").addConditionalEdges("one", () => [new Send("two", new Command({ goto: "x", update: { y: 1 } }))], ["two"])
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({ a: [] }, config);
console.log(await graph.invoke(new Command({ resume: "r" }), config));
