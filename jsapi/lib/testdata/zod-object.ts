// Objects: shapes, unknown keys, and everything made from an object.
import { z } from "zod";

const text = (v: any) =>
  JSON.stringify(v, (_k, x) => (typeof x === "bigint" ? x + "n" : x === undefined ? "(undefined)" : x instanceof Map ? ["Map", ...x] : x));
function show(name: string, schema: any, ...values: any[]) {
  for (const v of values) {
    let r: any;
    try {
      r = schema.safeParse(v);
    } catch (e: any) {
      console.log(`${name} ${text(v)}: threw ${e.message}`);
      continue;
    }
    console.log(`${name} ${text(v)}: ${r.success ? "ok " + text(r.data) : text(r.error.issues)}`);
  }
}
function attempt(name: string, fn: () => any) {
  try {
    console.log(name, "gave", text(fn()));
  } catch (e: any) {
    console.log(name, "threw", e.message);
  }
}

const User = z.object({ name: z.string(), age: z.number().int().optional() });
show(
  "object",
  User,
  { name: "a" },
  { name: "a", age: 3 },
  { name: "a", age: undefined },
  { age: 1.5 },
  {},
  null,
  [],
  "x",
  undefined,
  { name: "a", extra: 1 },
  new Map(),
  new Date(0),
);
show(
  "nested",
  z.object({ a: z.object({ b: z.array(z.object({ c: z.string().min(2) })) }) }),
  { a: { b: [{ c: "xx" }, { c: "x" }, {}] } },
  { a: 1 },
  {},
);
show("strict", z.strictObject({ a: z.string() }), { a: "x" }, { a: "x", b: 1 }, { b: 1, c: 2 });
show("strict method", User.strict(), { name: "a", x: 1 });
show("loose", z.looseObject({ a: z.string() }), { a: "x", b: 1, c: { d: 1 } }, { b: 1 });
show("loose method", User.loose(), { name: "a", x: 1 });
show("passthrough", User.passthrough(), { name: "a", x: 1 });
show("strip", User.strict().strip(), { name: "a", x: 1 });
show("catchall", User.catchall(z.number()), { name: "a", x: 1 }, { name: "a", x: "b", y: "c" });
show("catchall optional", z.object({}).catchall(z.string().optional()), { a: undefined, b: "x" });
show("message", z.object({ a: z.string() }, "an object please"), 5, { a: 1 });
show("message error", z.object({ a: z.string("a string") }, { error: (i: any) => "E:" + i.code }), 5, { a: 1 });
show(
  "strict message",
  z.strictObject({ a: z.string() }, { error: (i: any) => (i.code === "unrecognized_keys" ? "keys " + i.keys : undefined) }),
  { a: "x", b: 1 },
);
show("empty", z.object({}), { a: 1 }, {});
show("no shape", z.object(), { a: 1 });
show("order", z.object({ b: z.number(), a: z.number() }), { a: 1, b: 2 }, { a: "x", b: "y" });
show(
  "undefined value",
  z.object({ a: z.undefined(), b: z.any(), c: z.unknown(), d: z.void() }),
  {},
  { a: undefined, b: undefined, c: undefined, d: undefined },
);
show(
  "optional kinds",
  z.object({
    a: z.string().optional(),
    b: z.string().nullish(),
    c: z.string().default("d"),
    d: z.string().optional().default("e"),
    e: z.string().default("f").optional(),
    f: z.string().catch("g"),
    g: z.string().prefault("h"),
    h: z.literal(undefined),
  }),
  {},
  { a: undefined, b: null, c: undefined, d: undefined, e: undefined, f: 5, g: undefined, h: undefined },
);
show(
  "optional transforms",
  z.object({
    a: z
      .string()
      .optional()
      .transform((v) => v ?? "none"),
    b: z
      .string()
      .transform((v) => v.length)
      .optional(),
    c: z.preprocess((v) => v ?? "pre", z.string()),
    d: z.any().transform(() => 5),
  }),
  {},
  { a: "x", b: "abc", c: "y", d: 1 },
);
show(
  "union optional",
  z.object({ a: z.union([z.string(), z.undefined()]), b: z.string().or(z.number().optional()) }),
  {},
  { a: undefined, b: 1 },
);
show("nullable key", z.object({ a: z.string().nullable() }), {}, { a: null });
show(
  "refined key",
  z.object({
    a: z
      .string()
      .optional()
      .refine((v) => v !== undefined, "need a"),
  }),
  {},
  { a: "x" },
);
show("inherited", z.object({ a: z.number() }), Object.create({ a: 5 }));
class Point {
  x = 1;
  get y() {
    return 2;
  }
}
show("class instance", z.object({ x: z.number(), y: z.number() }), new Point());
show("proto key", z.looseObject({ a: z.number() }), JSON.parse('{"a":1,"__proto__":{"b":1}}'));
show("proto strict", z.strictObject({ a: z.number() }), JSON.parse('{"a":1,"__proto__":{"b":1}}'));

const Base = z.object({ a: z.string(), b: z.number(), c: z.boolean().optional() });
show("extend", Base.extend({ b: z.string(), d: z.null() }), { a: "x", b: "y", d: null }, {});
show("safeExtend", Base.safeExtend({ d: z.null() }), { a: "x", b: 1, d: 1 });
show("merge", Base.merge(z.strictObject({ b: z.string() })), { a: "x", b: "y", z: 1 });
show("spread shape", z.object({ ...Base.shape, e: z.string() }), { a: "x", b: 1, e: 5 });
show("pick", Base.pick({ a: true }), { a: "x", b: 1 }, {});
show("omit", Base.omit({ a: true }), { a: "x", b: 1 });
show("partial", Base.partial(), {}, { a: 1 });
show("partial mask", Base.partial({ a: true }), {}, { b: 1 });
show("required", Base.required(), { a: "x", b: 1 }, { a: "x", b: 1, c: undefined }, { a: "x", b: 1, c: true });
show("required mask", Base.partial().required({ a: true }), {});
show("keyof", Base.keyof(), "a", "z");
show("keyof function", z.keyof(Base), "a", "z");
show("keeps strictness", z.strictObject({ a: z.string() }).extend({ b: z.string() }).partial(), { z: 1 });
attempt("shape", () => Object.keys(Base.shape));
attempt("pick unknown", () => Base.pick({ zz: true } as any).shape);
attempt("omit unknown", () => Base.omit({ zz: true } as any).shape);
attempt("pick false", () => Object.keys(Base.pick({ a: true, b: false } as any).shape));
const Refined = Base.refine((v) => v.a === "x", { message: "a must be x", path: ["a"] });
show("refined", Refined, { a: "y", b: 1 }, { a: "x", b: 1 }, { a: 1 });
attempt("extend refined", () => Object.keys(Refined.extend({ z: z.string() }).shape));
attempt("overwrite refined", () => Refined.extend({ a: z.string() }));
attempt("safeExtend refined", () => Refined.safeExtend({ a: z.string() }).safeParse({ a: "y", b: 1 }).success);
attempt("pick refined", () => Refined.pick({ a: true }));
attempt("omit refined", () => Refined.omit({ a: true }));
attempt("partial refined", () => Refined.partial());
attempt("required refined", () => Refined.required().safeParse({ a: "y", b: 1, c: true }).success);
attempt("merge refined", () => Refined.merge(Base));
attempt("merge plain", () => Base.merge({ a: z.string() } as any));
attempt("extend array", () => Base.extend([] as any));
attempt("bad element", () => z.object({ a: 5 as any }).safeParse({}));

interface Category {
  name: string;
  subs: Category[];
}
const Category: z.ZodType<Category> = z.object({ name: z.string(), subs: z.lazy(() => Category.array()) });
show("lazy", Category, { name: "a", subs: [{ name: "b", subs: [] }] }, { name: "a", subs: [{ name: 1, subs: 2 }] });
const Node = z.object({
  value: z.number(),
  get next() {
    return Node.optional();
  },
});
show("getter", Node, { value: 1, next: { value: 2, next: { value: "x" } } }, { value: 1 });
const Tree = z
  .object({
    get kids() {
      return z.array(Tree);
    },
  })
  .describe("a tree")
  .extend({ v: z.number() });
show("getter extended", Tree, { v: 1, kids: [{ kids: [] }, { kids: [1] }] });
attempt("same schema", () => Node.shape.next === Node.shape.next);
const A = z.object({
  get b() {
    return B.optional();
  },
});
const B = z.object({
  get a() {
    return A.optional();
  },
  n: z.number(),
});
show("mutual", A, { b: { n: 1, a: { b: { n: "x" } } } });
attempt("getter pick", () => Node.pick({ next: true }).safeParse({ next: { value: 1 } }));
attempt("getter partial", () => Node.partial().safeParse({ next: {} }).error!.issues);

console.log(
  text([
    User.type,
    User.def.type,
    Object.keys(User.def),
    Object.keys(User._zod.def),
    User.shape.name.type,
    User.shape.age.type,
    User.shape.age.def.innerType.type,
    (User as any)._def.shape.name.type,
    (User._zod.def as any).shape === User.shape,
    User.def.shape === User.shape,
  ]),
);
console.log(
  text([
    (User.shape.age as any)._zod.optin,
    (User.shape.age as any)._zod.optout,
    (z.string().default("x") as any)._zod.optin,
    (z.string() as any)._zod.optin,
    (z.string().default("x") as any)._zod.def.defaultValue,
    (z.string().default("x") as any)._zod.def.innerType.type,
  ]),
);
console.log(text(Object.keys(z.object({ a: z.string() }))));
