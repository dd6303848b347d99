// Pins: the errors of a zod state for an input, the update of a node, and a context.
import { START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const State = z.object({ age: z.number().min(18), name: z.string().default("nobody") });
const graph = new StateGraph(State, z.object({ user: z.string() }))
  .addNode("bad", (s) => (s.age > 50 ? { age: "old" } : s.age > 40 ? { age: 1, name: 5 } : { age: s.age + 1 }))
  .addEdge(START, "bad")
  .compile();
const attempt = async (label, input, options) => {
  try {
    console.log(label, await graph.invoke(input, options));
  } catch (e) {
    console.log(label, e.name, e instanceof Error, e.constructor.name);
    console.log(e.message);
    console.log(e.issues);
  }
};
const context = { context: { user: "ann" } };
await attempt("fine", { age: 20 }, context);
await attempt("input", { age: 3 }, context);
await attempt("input of another type", { age: "x", name: 7 }, context);
await attempt("unknown key", { age: 30, other: 1 }, context);
await attempt("node", { age: 60 }, context);
await attempt("node, two fields", { age: 45 }, context);
await attempt("context", { age: 20 }, { context: { user: 1 } });
await attempt("no context", { age: 20 });
await attempt("context in configurable", { age: 20 }, { configurable: { user: "bob" } });
