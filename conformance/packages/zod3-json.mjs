// Pins: JSON schemas of states of zod 3, kind by kind
import { START, StateGraph } from "@langchain/langgraph";
import { getStateTypeSchema } from "@langchain/langgraph/zod/schema";
import { z } from "zod/v3";

const fields = {
  texts: z.object({ a: z.string().min(1).max(3), b: z.string().email(), c: z.string().url().optional(), d: z.string().regex(/^x+$/), e: z.string().datetime(), f: z.string().length(2), g: z.string().uuid() }),
  numbers: z.object({ a: z.number().gt(1).lt(5), b: z.number().multipleOf(2), c: z.bigint(), d: z.number().int().max(9).describe("nine at most") }),
  lists: z.object({ a: z.array(z.any()), b: z.array(z.number()).min(1).max(2), c: z.tuple([z.string(), z.number()]), d: z.tuple([z.string()]).rest(z.boolean()), e: z.set(z.string()), f: z.array(z.string()).length(3) }),
  objects: z.object({ a: z.object({ x: z.string() }).passthrough(), b: z.object({}).catchall(z.number()), c: z.record(z.unknown()), d: z.map(z.string(), z.number()) }),
  choices: z.object({ a: z.enum(["x", "y"]), b: z.nativeEnum({ One: 1, Two: "two" }), c: z.literal(5), d: z.union([z.literal("a"), z.literal("b")]), e: z.union([z.object({ k: z.string() }), z.null()]), f: z.string().or(z.number()).nullable(), g: z.literal(null) }),
  wrapped: z.object({ a: z.string().default("d").nullable(), b: z.number().catch(3), c: z.string().brand("B"), d: z.string().readonly(), e: z.string().transform(Number).pipe(z.number()), f: z.preprocess((v) => v, z.boolean()), g: z.date().optional(), h: z.undefined(), i: z.any(), j: z.string().refine((s) => s > "a").describe("refined") }),
  joined: z.object({ a: z.object({ x: z.string() }).and(z.object({ y: z.number() })), b: z.object({ x: z.string() }).merge(z.object({ y: z.number() })).partial(), c: z.promise(z.string()), d: z.never().optional() }),
};
for (const [name, State] of Object.entries(fields)) {
  const { properties, ...rest } = getStateTypeSchema(new StateGraph(State).addNode("n", () => ({})).addEdge(START, "n").compile());
  console.log(`-- ${name}`, JSON.stringify(rest));
  for (const [key, schema] of Object.entries(properties)) console.log(key, JSON.stringify(schema));
}
