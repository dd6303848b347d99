// Pins: a zod default belongs to a field that is given, and is no first value of a channel, unless a reducer is registered.
import { START, StateGraph } from "@langchain/langgraph";
import { registry, withLangGraph } from "@langchain/langgraph/zod";
import { z } from "zod";

const State = z.object({
  plain: z.string().default("p"),
  reduced: withLangGraph(z.array(z.string()).default(() => ["first"]), { reducer: { fn: (a, b) => a.concat(b) } }),
  registered: z.number().default(40).register(registry, { reducer: { fn: (a, b) => a + b, schema: z.string().transform(Number) } }),
  withDefault: withLangGraph(z.string(), { default: () => "made" }),
  optional: z.string().optional(),
});
const graph = new StateGraph(State)
  .addNode("show", (s) => {
    console.log("node sees", s);
    return { reduced: ["node"], registered: "2" };
  })
  .addEdge(START, "show")
  .compile();
console.log(await graph.invoke({}));
console.log(await graph.invoke({ plain: undefined, reduced: ["in"] }));
await graph.invoke({ registered: "1" }).catch((e) => console.log(e.name, e.message)); // an input is parsed twice
console.log(await graph.invoke({ optional: "o" }));
console.log(registry.has(State.shape.registered), registry.get(State.shape.registered).default(), Object.keys(registry.get(State.shape.reduced)));
