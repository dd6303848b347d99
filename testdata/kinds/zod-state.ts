// A state of zod, with a coercion and a check that takes time.
import { Command, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const State = z.object({
  copies: z.coerce.number().refine(async (n) => n > 0, "at least one copy"),
  log: z.array(z.string()).default(() => []),
});
const builder = new StateGraph(State)
  .addNode("ask", (s) => ({ log: [`${s.copies + 1} copies: ${interrupt(`print ${s.copies}?`)}`] }))
  .addEdge(START, "ask").addEdge("ask", END);
export const flow = builder.compile();

if (import.meta.main) {
  const graph = builder.compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  await graph.invoke({ copies: "3" as any }, config);
  console.log(JSON.stringify((await graph.invoke(new Command({ resume: "yes" }), config)).log));
}
