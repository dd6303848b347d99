// Pins: DeltaValue and DeltaChannel keep writes and fold them with their reducer
import * as lg from "@langchain/langgraph";
import { z } from "zod";

const { DeltaValue, MemorySaver, START, StateGraph, StateSchema } = lg;
const State = new StateSchema({
  log: new DeltaValue(z.array(z.string()).default(() => []), { inputSchema: z.array(z.string()), reducer: (current, updates) => updates.reduce((a, u) => a.concat(u), current) }),
});
const graph = new StateGraph(State)
  .addNode("a", () => ({ log: ["a"] }))
  .addNode("b", (s) => ({ log: ["b after " + s.log.join("+")] }))
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({ log: ["in"] }, config));
console.log(await graph.invoke({ log: ["again"] }, config));
console.log((await graph.getState(config)).values);
