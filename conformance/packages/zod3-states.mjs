// Pins: states of zod 3: fields, reducers, errors, contexts and their JSON schemas
import { z } from "zod/v3";
import { START, StateGraph } from "@langchain/langgraph";
import { withLangGraph } from "@langchain/langgraph/zod";
import { getInputTypeSchema, getOutputTypeSchema, getStateTypeSchema, getUpdateTypeSchema, getConfigTypeSchema } from "@langchain/langgraph/zod/schema";

const State = z.object({
  name: z.string().default("nobody").describe("who"),
  count: z.number().int().min(0),
  list: withLangGraph(z.array(z.string()), { reducer: { fn: (a, b) => a.concat(b), schema: z.union([z.string(), z.array(z.string())]) }, default: () => ["first"] }),
  tags: z.array(z.enum(["a", "b"])).optional(),
  when: z.date().nullable().optional(),
  nested: z.object({ x: z.number(), y: z.record(z.string(), z.boolean()).optional() }).default({ x: 1 }),
  either: z.union([z.string(), z.number()]).optional(),
  kind: z.discriminatedUnion("type", [z.object({ type: z.literal("one"), a: z.string() }), z.object({ type: z.literal("two"), b: z.number() })]).optional(),
  text: z.string().transform((s) => s.toUpperCase()).optional(),
});
const graph = new StateGraph(State)
  .addNode("one", (s) => { console.log("one", s); return { count: s.count + 1, list: "second" }; })
  .addNode("two", (s) => { console.log("two", s); return { list: ["third"], nested: { x: 2, y: { ok: true } } }; })
  .addEdge(START, "one").addEdge("one", "two").compile();
console.log(await graph.invoke({ count: 1 }));
console.log(await graph.invoke({ name: "ann", count: 7, list: "own", tags: ["a"], text: "low", kind: { type: "two", b: 1 } }));
for (const bad of [{ count: "x" }, { count: -1 }, { tags: ["c"] }, { nested: {} }, { kind: { type: "three" } }, { list: [1] }]) {
  try {
    await graph.invoke(bad);
    console.log("no error", bad);
  } catch (e) {
    console.log(e.name, JSON.stringify(e.issues?.map(({ code, path, message }) => ({ code, path, message }))) ?? e.message);
  }
}
for (const [name, of] of Object.entries({ getStateTypeSchema, getInputTypeSchema, getUpdateTypeSchema, getOutputTypeSchema })) console.log(name, JSON.stringify(of(graph)));
const Context = z.object({ user: z.string(), limit: z.number().default(5) });
const withContext = new StateGraph(State, Context).addNode("n", (_, c) => ({ name: c.context?.user ?? c.configurable?.user })).addEdge(START, "n").compile();
console.log(JSON.stringify(getConfigTypeSchema(withContext)));
console.log((await withContext.invoke({}, { context: { user: "ann" } })).name);
