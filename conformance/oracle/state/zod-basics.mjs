// Pins: a zod object as the state: defaults, what invoke validates, unknown keys, optional and nullable
import { START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const State = z.object({
  name: z.string(),
  age: z.number().int().optional(),
  tags: z.array(z.string()).default(() => ["none"]),
  nick: z.string().nullable().default(null),
  upper: z.string().transform((s) => s.toUpperCase()).optional(),
});
const graph = new StateGraph(State)
  .addNode("n", (s) => {
    console.log("node", s);
    return { age: "not checked", zzz: 1 };
  })
  .addEdge(START, "n")
  .compile();
for (const input of [{ name: "Ann" }, { name: "Bob", age: 3, tags: ["x"], upper: "up" }, { name: 5 }, {}, { name: "C", age: 1.5 }, { name: "D", extra: true }]) {
  try {
    console.log(await graph.invoke(input));
  } catch (e) {
    console.log(e.name, e.message);
  }
}
