// Pins: the default error handler: for nodes without one of their own, not for questions
// Differs: a handler that finished is not run again; the library repeats it when the run goes on
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const graph = new StateGraph(State)
  .setNodeDefaults({ errorHandler: (state, { node, error }) => ({ log: [`default for ${node}: ${error.message}`] }) })
  .addNode("a", () => { throw new Error("a fails"); })
  .addNode("b", () => { throw new Error("b fails"); }, { errorHandler: (_, { node }) => ({ log: [`own for ${node}`] }) })
  .addNode("c", () => ({ log: [interrupt("c asks")] }))
  .addEdge(START, "a")
  .addEdge(START, "b")
  .addEdge(START, "c")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" }, streamMode: "updates" };
for (const input of [{ n: 1 }, new Command({ resume: "yes" })]) {
  for await (const chunk of await graph.stream(input, config)) console.log(JSON.stringify(chunk));
  const state = await graph.getState(config);
  console.log(state.next, state.values.log);
}
