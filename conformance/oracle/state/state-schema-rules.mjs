// Pins: a StateSchema of schemas, ReducedValue and UntrackedValue: first values, reducers, coercion.
import { MemorySaver, Overwrite, ReducedValue, START, StateGraph, StateSchema, UntrackedValue } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  count: z.number().default(0),
  log: new ReducedValue(z.array(z.string()).default(() => ["begin"]), { inputSchema: z.string().trim(), reducer: (all, one) => [...all, one] }),
  total: new ReducedValue(z.number().default(1), { reducer: (a, b) => a + b }),
  secret: new UntrackedValue(z.string().default("s")),
  note: z.string().optional(),
});
const graph = new StateGraph(State)
  .addNode("a", (s) => {
    console.log("a", s);
    return { count: s.count + 1, log: "  a ", total: 10, secret: "changed" };
  })
  .addNode("b", (s) => {
    console.log("b", s);
    return { log: new Overwrite(["only"]), total: { __overwrite__: 5 } };
  })
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({ log: "x" }, config));
console.log((await graph.getState(config)).values);
console.log(await graph.invoke({ note: "again" }, config));
console.log(State.getChannelKeys(), State.getAllKeys(), StateSchema.isInstance(State), StateSchema.isInstance({}), ReducedValue.isInstance(State.fields.log), UntrackedValue.isInstance(State.fields.secret));
