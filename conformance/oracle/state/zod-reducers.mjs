// Pins: reducers on zod fields: registry, withLangGraph and MessagesZodMeta
import { MessagesZodMeta, START, StateGraph } from "@langchain/langgraph";
import { registry, withLangGraph } from "@langchain/langgraph/zod";
import { z } from "zod";

const State = z.object({
  log: withLangGraph(z.array(z.string()), { reducer: { fn: (a, b) => a.concat(b), schema: z.union([z.string(), z.array(z.string())]) }, default: () => ["start"] }),
  sum: z.number().register(registry, { reducer: { fn: (a, b) => a + b }, default: () => 10 }),
  plain: z.string().optional(),
  messages: z.array(z.any()).register(registry, MessagesZodMeta),
});
const graph = new StateGraph(State)
  .addNode("a", () => ({ log: "one", sum: 1, plain: "a" }))
  .addNode("b", () => ({ log: ["two", "three"], sum: 2, messages: [{ role: "human", content: "hi", id: "h" }] }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile();
const out = await graph.invoke({ sum: 5, messages: [] });
console.log({ ...out, messages: out.messages.map((m) => [m.getType(), m.id, m.content]) });
