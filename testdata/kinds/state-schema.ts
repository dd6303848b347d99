// A StateSchema with defaults, a transform, and a check that takes time.
import { Command, END, MemorySaver, START, StateGraph, StateSchema, ReducedValue, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const known = async (topic: string) => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return topic !== "dogs";
};
const State = new StateSchema({
  topic: z.string().trim().refine(known, "nobody writes about dogs"),
  author: z.string().default("eve"),
  log: new ReducedValue(z.array(z.string()).default(() => []), { inputSchema: z.string(), reducer: (a, b) => [...a, b] }),
});
const builder = new StateGraph(State)
  .addNode("ask", (s) => ({ log: `${s.author} on ${s.topic}: ${interrupt(`publish ${s.topic}?`)}` }))
  .addEdge(START, "ask").addEdge("ask", END);
export const flow = builder.compile();

if (import.meta.main) {
  const graph = builder.compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke({ topic: " cats" }, config);
  console.log(JSON.stringify((await graph.invoke(new Command({ resume: "yes", update: { author: "bob" } }), config)).log));
}
