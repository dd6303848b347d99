// Pins: what a StateSchema says to wrong inputs, wrong updates of nodes, and fields that are none.
import { Command, MemorySaver, Overwrite, ReducedValue, START, StateGraph, StateSchema, UntrackedValue, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  age: z.number().min(0),
  list: new ReducedValue(z.array(z.string()).default(() => []), { inputSchema: z.string(), reducer: (a, b) => a.concat(b) }),
  raw: new UntrackedValue(),
});
const graph = new StateGraph(State)
  .addNode("n", (s) => {
    if (s.age === 1) return { age: "one" };
    if (s.age === 2) return { list: ["not a string"] };
    if (s.age === 3) return new Command({ update: { age: -1 } });
    if (s.age === 4) return { list: new Overwrite("no list") };
    if (s.age === 5) return [new Command({ update: [["list", "tuple"], ["list", "twice"]] }), { unknown: 1, raw: Symbol.iterator }];
    return new Command({ update: { list: interrupt("what?") } });
  })
  .addEdge(START, "n")
  .compile({ checkpointer: new MemorySaver() });
let thread = 0;
const attempt = async (input, config = { configurable: { thread_id: String(++thread) } }) => {
  try {
    console.log(await graph.invoke(input, config));
  } catch (e) {
    console.log(e.name, e.message);
  }
  return config;
};
await attempt({ age: -5 });
await attempt({ list: 3, age: "x" });
await attempt({ unknown: 3, age: 10 });
for (const age of [1, 2, 3, 4, 5]) await attempt({ age });
const config = await attempt({ age: 6 });
await attempt(new Command({ resume: "fine", update: { list: 5 } }), config);
await attempt(new Command({ resume: "fine", update: { age: 9, list: "from the command" } }), config);
for (const fields of [{ a: 1 }, { a: null }, { a: { b: z.string() } }, { a: "text" }]) {
  try {
    new StateGraph(new StateSchema(fields));
    console.log("fine");
  } catch (e) {
    console.log(e.name, e.message);
  }
}
