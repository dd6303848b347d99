// A StateSchema with a default and a reduced value.
// input: {"items": ["apples"]}
// asks: ["apples", "bread"]
// answer: ["milk"]
// ends: {"items": ["apples", "bread", "milk"], "shop": "corner"}
import { ReducedValue, START, StateGraph, StateSchema, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const List = new StateSchema({
  shop: z.string().default("corner"),
  items: new ReducedValue(z.array(z.string()).default(() => []), { inputSchema: z.array(z.string()), reducer: (a, b) => a.concat(b) }),
});
export const graph = new StateGraph(List)
  .addNode("suggest", () => ({ items: ["bread"] }))
  .addNode("ask", ({ items }) => ({ items: interrupt(items) }))
  .addEdge(START, "suggest").addEdge("suggest", "ask")
  .compile();
