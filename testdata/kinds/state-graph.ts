// A StateGraph whose state is an Annotation.
import { Annotation, Command, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ topic: Annotation<string>, log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const builder = new StateGraph(State)
  .addNode("ask", (s) => ({ log: [`${s.topic}: ${interrupt(`publish ${s.topic}?`)}`] }))
  .addEdge(START, "ask").addEdge("ask", END);
export const flow = builder.compile();

if (import.meta.main) {
  const graph = builder.compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke({ topic: "cats" }, config);
  console.log(JSON.stringify((await graph.invoke(new Command({ resume: "yes" }), config)).log));
}
