// JSON Schema, as draft 2020-12, of every kind of schema.
import { z } from "zod";

function show(name: string, schema: any, params?: any) {
  try {
    console.log(`${name}: ${JSON.stringify(z.toJSONSchema(schema, params))}`);
  } catch (e: any) {
    console.log(`${name}: threw ${e.message}`);
  }
}

show("string", z.string());
show("string checks", z.string().min(2).max(5).min(3).regex(/^a/));
show("string length", z.string().length(4));
show("two patterns", z.string().regex(/^a/).regex(/b$/));
show("startsWith", z.string().startsWith("a."));
show("endsWith", z.string().endsWith("z"));
show("includes", z.string().includes("m"));
show("includes position", z.string().includes("m", { position: 2 }));
show("lowercase", z.string().lowercase());
show("trim", z.string().trim().toLowerCase());
for (const f of ["email", "url", "uuid", "guid", "cuid", "cuid2", "ulid", "nanoid", "ipv4", "base64", "uuidv4"]) show(f, (z as any)[f]());
show("email method", z.string().email().min(5));
for (const f of ["datetime", "date", "time", "duration"]) show(f, (z.iso as any)[f]());
show("datetime local", z.iso.datetime({ local: true }));
show("datetime offset", z.iso.datetime({ offset: true }));
show("number", z.number());
show("number checks", z.number().min(1).max(9).multipleOf(2));
show("number exclusive", z.number().gt(1).lt(9));
show("number both", z.number().gt(1).min(1).max(3).lt(5));
show("positive", z.number().positive());
show("int", z.number().int());
show("z.int", z.int().min(1).max(5));
show("int32", z.int32());
show("two divisors", z.number().multipleOf(2).multipleOf(3));
show("boolean", z.boolean());
show("null", z.null());
show("any", z.any());
show("unknown", z.unknown());
show("never", z.never());
for (const f of ["bigint", "undefined", "void", "date", "nan"]) {
  show(f, (z as any)[f]());
  show(f + " any", (z as any)[f](), { unrepresentable: "any" });
}
show(
  "custom",
  z.custom(() => true),
);
show("custom in object", z.object({ a: z.custom(() => true), b: z.date() }), { unrepresentable: "any" });
show(
  "transform",
  z.string().transform((s) => s.length),
);
show(
  "transform input",
  z.string().transform((s) => s.length),
  { io: "input" },
);
show("map", z.map(z.string(), z.string()));
show("set", z.set(z.string()));
show("function", z.function({ input: [z.string()], output: z.string() }));
show("literal", z.literal("a"));
show("literal number", z.literal(5));
show("literal null", z.literal(null));
show("literals", z.literal(["a", "b"]));
show("mixed literals", z.literal(["a", 1, null]));
show("literal undefined", z.literal(undefined));
show("literal bigint", z.literal(5n));
show("enum", z.enum(["a", "b"]));
show("native enum", z.enum({ A: 0, B: 1 }));
show("mixed enum", z.enum({ A: 0, B: "b" }));
show("array", z.array(z.string()).min(1).max(3));
show("tuple", z.tuple([z.string(), z.number()]));
show("tuple rest", z.tuple([z.string()], z.number()));
show("tuple optional", z.tuple([z.string(), z.number().optional()]));
show("record", z.record(z.string(), z.number()));
show("record enum", z.record(z.enum(["a", "b"]), z.number()));
show("partialRecord", z.partialRecord(z.enum(["a", "b"]), z.number()));
show("looseRecord", z.looseRecord(z.string().regex(/^x/), z.number()));
const User = z.object({
  name: z.string().describe("the name"),
  age: z.number().int().optional(),
  role: z.enum(["a", "b"]).default("a"),
  tags: z.array(z.string()).nullable(),
});
show("object", User);
show("object input", User, { io: "input" });
show("strict", User.strict());
show("strict input", User.strict(), { io: "input" });
show("loose", User.loose());
show("catchall", z.object({}).catchall(z.number()));
show("nested", z.object({ a: z.object({ b: z.object({ c: z.string() }) }) }));
show(
  "described",
  z
    .object({ a: z.string().describe("d").optional(), b: z.string().optional().describe("e"), c: z.number().min(1).describe("f").max(5) })
    .describe("whole"),
);
show("meta", z.string().meta({ title: "T", description: "D", examples: ["a"], deprecated: true }));
show("meta then check", z.string().meta({ title: "T" }).min(2));
show("union", z.union([z.string(), z.number()]));
show("union constrained", z.union([z.string().min(2), z.number()]));
show("union nested", z.union([z.string(), z.union([z.number(), z.null()])]));
show("nullable", z.string().nullable());
show("nullable object", z.object({ a: z.string() }).nullable());
show("nullable described", z.string().describe("d").nullable());
show("nullish", z.object({ a: z.string().nullish() }));
show("discriminated", z.discriminatedUnion("t", [z.object({ t: z.literal("a"), x: z.string() }), z.object({ t: z.literal("b") })]));
show("intersection", z.object({ a: z.string() }).and(z.object({ b: z.number().optional() })));
show("intersection open", z.looseObject({ a: z.string() }).and(z.object({ b: z.number() })));
show("intersection simple", z.string().min(2).and(z.string().max(5)));
show(
  "intersection three",
  z
    .object({ a: z.string() })
    .and(z.object({ b: z.string() }))
    .and(z.object({ a: z.string().min(2) })),
);
show("intersection union", z.object({ a: z.string() }).and(z.union([z.object({ b: z.string() }), z.object({ c: z.string() })])));
show("default", z.string().default("x"));
show("default input", z.object({ a: z.string().default("x") }), { io: "input" });
show("default object", z.object({ a: z.object({ b: z.number() }).default({ b: 1 }) }));
show(
  "default transform input",
  z
    .string()
    .transform((s) => s.length)
    .default(5),
  { io: "input" },
);
show("prefault", z.string().prefault("x"));
show("prefault input", z.string().prefault("x"), { io: "input" });
show("catch", z.string().catch("x"));
show(
  "catch dynamic",
  z.string().catch((c) => c.error.issues[0].message),
);
show("readonly", z.string().readonly());
show("pipe", z.string().pipe(z.string().min(2)));
show(
  "preprocess",
  z.preprocess((x) => x, z.number()),
);
show("preprocess input", z.object({ a: z.preprocess((x) => x, z.number()) }), { io: "input" });
show("stringbool", z.stringbool());
show("stringbool input", z.stringbool(), { io: "input" });
show("promise", z.promise(z.string()));
show("coerce", z.object({ a: z.coerce.number(), b: z.coerce.string() }));
show(
  "lazy",
  z.lazy(() => z.string()),
);
const Node: any = z.object({ v: z.number(), kids: z.lazy(() => z.array(Node)) });
show("recursive", Node);
const Getter = z.object({
  v: z.number(),
  get kids() {
    return z.array(Getter);
  },
});
show("recursive getter", Getter);
show("recursive inside", z.object({ root: Getter, other: Getter }));
show("cycle throws", Getter, { cycles: "throw" });
const Shared = z.object({ s: z.string() });
show("shared", z.object({ a: Shared, b: Shared.optional() }));
show("shared refs", z.object({ a: Shared, b: Shared.optional() }), { reused: "ref" });
const Named = z.object({ s: z.string() }).meta({ id: "Named/x" });
show("named", z.object({ a: Named, b: Named.optional(), c: z.array(Named) }));
show("named root", Named);
show("named described", z.object({ a: Named.describe("here"), b: Named.describe("there") }));
show(
  "refined",
  z
    .object({ a: z.string() })
    .refine(() => true)
    .describe("r"),
);
show(
  "superRefined",
  z.string().superRefine(() => {}),
);
show("brand", z.string().brand("x"));
show("override", z.object({ a: z.date() }), {
  unrepresentable: "any",
  override: (c: any) => {
    if (c.zodSchema.def.type === "date") c.jsonSchema.type = "string";
  },
});
show("unrepresentable function", z.object({ a: z.date(), b: z.bigint() }), {
  unrepresentable: (c: any) => (c.zodSchema.type === "date" ? { type: "string", format: "date-time" } : "any"),
});
show("stripped keys input", z.object({ a: z.string() }), { io: "input" });
console.log(JSON.stringify(User.toJSONSchema()), JSON.stringify((User as any)["~standard"].jsonSchema.input({ target: "draft-2020-12" })));
show(
  "tool",
  z.object({
    query: z.string().describe("what to look for"),
    limit: z.number().int().positive().max(50).default(10).describe("how many"),
    filters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    mode: z.enum(["fast", "deep"]).nullable(),
  }),
);
