// Pins: how often a zod transform runs on an input, and on the update of a node or a Command.
import { Command, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const State = z.object({
  a: z.string().transform((s) => s + "!"),
  n: z.coerce.number().optional(),
});
const graph = new StateGraph(State)
  .addNode("one", (s) => ({ a: s.a + "-one", n: "7" }))
  .addNode("two", (s) => {
    const answer = interrupt(s);
    return new Command({ update: { a: s.a + "-" + answer }, goto: END });
  })
  .addEdge(START, "one")
  .addEdge("one", "two")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log(await graph.invoke({ a: "in" }, config));
console.log((await graph.getState(config)).values);
await graph.updateState(config, { a: "upd" }, "one");
console.log((await graph.getState(config)).values);
console.log(await graph.invoke(new Command({ resume: "r", update: { n: "12", a: "cmd" } }), config));
