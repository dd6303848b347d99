// Arrays, tuples, records, maps, sets, unions and intersections.
import { z } from "zod";

const text = (v: any) =>
  JSON.stringify(v, (_k, x) =>
    typeof x === "bigint"
      ? x + "n"
      : x === undefined
        ? "(undefined)"
        : x instanceof Map
          ? ["Map", ...x]
          : x instanceof Set
            ? ["Set", ...x]
            : x,
  );
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

show("array", z.array(z.string()), [], ["a"], ["a", 1, null], "a", { 0: "a", length: 1 }, null, new Set(["a"]));
show("array min", z.array(z.number()).min(2), [1], [1, 2], ["x"], "x");
show("array max", z.array(z.number()).max(1), [1, 2], ["x", "y"], [1]);
show("array length", z.array(z.number()).length(2), [1], [1, 2, 3], ["a", "b", "c"], [1, 2]);
show("array nonempty", z.array(z.number()).nonempty(), [], [1]);
show("array messages", z.array(z.string("s"), "a").min(1, "m").max(2, { error: "x" }), 5, [], [1], ["a", "b", "c"]);
show("array holes", z.array(z.string().optional()), [, "a"]);
show("array optional", z.array(z.string().optional()), [undefined, "a"]);
show("array default", z.array(z.string().default("d")), [undefined, "a"]);
show(
  "array refine",
  z
    .array(z.number())
    .refine((l) => l.length < 3, "short please")
    .min(1),
  [1, 2, 3],
  [],
  ["x"],
);
show("method", z.string().array().array(), [["a"], [1]], ["a"]);
attempt("element", () => [
  z.array(z.string()).element.type,
  (z.array(z.string()) as any).unwrap().type,
  z.array(z.string()).def.element.type,
  Object.keys(z.array(z.string())),
]);

show("tuple", z.tuple([z.string(), z.number()]), ["a", 1], ["a"], ["a", 1, 2], ["a", "b"], [], "x");
show("tuple rest", z.tuple([z.string()], z.number()), ["a"], ["a", 1, 2], ["a", "b"], []);
show("tuple rest method", z.tuple([z.string()]).rest(z.boolean()), ["a", true, 1]);
show("tuple optional", z.tuple([z.string(), z.number().optional()]), ["a"], ["a", undefined], ["a", 1], []);
show("tuple default", z.tuple([z.string(), z.number().default(5)]), ["a"], ["a", undefined]);
show("tuple mixed", z.tuple([z.string().optional(), z.number()]), [undefined, 1], ["a"]);
show("tuple empty", z.tuple([]), [], [1]);
show("tuple message", z.tuple([z.string()], "t"), 5, [1]);
show("tuple tail", z.tuple([z.string(), z.string().optional(), z.number().default(1).optional()]), ["a"], ["a", "b"]);

show("record", z.record(z.string(), z.number()), { a: 1 }, { a: "x", b: 1 }, {}, [], null, new Map(), 5);
show("record key check", z.record(z.string().min(2), z.number()), { a: 1, bb: 2 });
show("record enum", z.record(z.enum(["a", "b"]), z.number()), { a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2, c: 3 });
show("partialRecord", z.partialRecord(z.enum(["a", "b"]), z.number()), { a: 1 }, { a: 1, c: 3 });
show("looseRecord", z.looseRecord(z.string().regex(/^x/), z.number()), { x1: 1, y: "keep" }, { x1: "a" });
show("record literal", z.record(z.literal(["a", 1]), z.string()), { a: "x", 1: "y" }, { a: "x" });
show("record number keys", z.record(z.number(), z.string()), { 1: "x", 2: "y" }, { a: "x" });
show("record transform keys", z.record(z.string().toUpperCase(), z.number()), { a: 1 });
show("record one argument", (z as any).record(z.number()), { a: 1 }, { a: "x" });
show("record message", z.record(z.string(), z.number(), "rec"), 5, { a: "x" });
show("record optional", z.record(z.enum(["a", "b"]), z.number().optional()), { a: 1 });
show(
  "record class",
  z.record(z.string(), z.any()),
  new (class Foo {
    a = 1;
  })(),
  Object.create(null),
);
attempt("record types", () => [
  (z.record(z.string(), z.number()) as any).keyType.type,
  (z.record(z.string(), z.number()) as any).valueType.type,
]);

show(
  "map",
  z.map(z.string(), z.number()),
  new Map([["a", 1]]),
  new Map<any, any>([
    ["a", "x"],
    [5, 1],
  ]),
  {},
  [],
);
show("map object keys", z.map(z.object({ id: z.string() }), z.number()), new Map<any, any>([[{ id: 1 }, "x"]]));
show(
  "map size",
  z.map(z.string(), z.number()).min(1).max(2),
  new Map(),
  new Map([
    ["a", 1],
    ["b", 2],
    ["c", 3],
  ]),
);
show("set", z.set(z.string()), new Set(["a"]), new Set(["a", 1]), [], {});
show("set size", z.set(z.string()).min(2), new Set(["a"]));
show("set exact", z.set(z.string()).size(1), new Set(["a", "b"]), new Set(), new Set(["a"]));
show("set nonempty", z.set(z.string()).nonempty("some"), new Set());
show("set max", z.set(z.number()).max(1), new Set(["a", "b"]));

show("union", z.union([z.string(), z.number()]), "a", 1, true, null);
show("union one", z.union([z.string()]), 1);
show("union or", z.string().or(z.number().min(5)).or(z.null()), "a", 3, null, true);
show("union checks", z.union([z.string().min(3), z.number()]), "a", true);
show("union two checks", z.union([z.string().min(3), z.string().max(0)]), "a");
show("union objects", z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]), { a: "x", b: 1 }, { b: 1 }, { c: 1 });
show("union strict", z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.number() })]), { a: "x", z: 1 }, { b: 2 });
show("union message", z.union([z.string(), z.number()], "s or n"), true);
show("union error", z.union([z.string(), z.number()], { error: (i: any) => `${i.code} ${i.errors.length}` }), true);
attempt("options", () => z.union([z.string(), z.number()]).options.map((o) => o.type));

const Shape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("circle"), r: z.number() }),
  z.object({ kind: z.literal("square"), side: z.number() }).strict(),
  z.object({ kind: z.enum(["tri", "quad"]), n: z.number().default(3) }),
]);
show(
  "discriminated",
  Shape,
  { kind: "circle", r: 1 },
  { kind: "square", side: "x" },
  { kind: "square", side: 1, z: 1 },
  { kind: "tri" },
  { kind: "hex" },
  {},
  null,
  "x",
  [],
);
show(
  "discriminated message",
  z.discriminatedUnion("t", [z.object({ t: z.literal("a") }), z.object({ t: z.literal("b") })], "a or b"),
  { t: "c" },
  5,
);
show(
  "discriminated undefined",
  z.discriminatedUnion("t", [z.object({ t: z.literal("a") }), z.object({ t: z.literal(undefined) }), z.object({ t: z.null() })]),
  {},
  { t: null },
  { t: 1 },
);
show(
  "discriminated nested",
  z.discriminatedUnion("t", [
    Shape.options[0].extend({ t: z.literal(1) }),
    z.discriminatedUnion("t", [z.object({ t: z.literal(2) }), z.object({ t: z.literal(3) })]),
  ]),
  { t: 3 },
  { t: 1 },
  { t: 9 },
);
show(
  "discriminated fallback",
  z.discriminatedUnion("t", [z.object({ t: z.literal("a") }), z.object({ t: z.literal("b") })], { unionFallback: true }),
  { t: "c" },
);
show(
  "discriminated refined",
  z.discriminatedUnion("t", [z.object({ t: z.literal("a"), n: z.number() }).refine((v) => v.n > 1, "n"), z.object({ t: z.literal("b") })]),
  { t: "a", n: 0 },
  { t: "a", n: 5 },
);
attempt("discriminated duplicate", () =>
  z.discriminatedUnion("t", [z.object({ t: z.literal("a") }), z.object({ t: z.literal("a") })]).safeParse({ t: "a" }),
);
attempt("discriminated missing", () =>
  z.discriminatedUnion("t", [z.object({ t: z.literal("a") }), z.object({ u: z.literal("a") })] as any),
);
attempt("discriminated string", () =>
  z.discriminatedUnion("t", [z.object({ t: z.string() }), z.object({ t: z.literal("a") })] as any).safeParse({ t: "a" }),
);

show("intersection", z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })), { a: "x", b: 1 }, { a: "x" }, {}, 5);
show("and", z.object({ a: z.string() }).and(z.object({ a: z.string().min(2), c: z.any() })), { a: "x", c: 1 });
show("and strict", z.strictObject({ a: z.string() }).and(z.strictObject({ b: z.number() })), { a: "x", b: 1 }, { a: "x", b: 1, c: 1 });
show("and strict loose", z.strictObject({ a: z.string() }).and(z.object({ b: z.number() })), { a: "x", b: 1, c: 1 });
show("and record", z.object({ a: z.string() }).and(z.record(z.string(), z.string())), { a: "x", b: "y" }, { a: "x", b: 1 });
show("and arrays", z.array(z.object({ a: z.number() })).and(z.array(z.object({ b: z.number() }))), [{ a: 1, b: 2 }], [{ a: 1 }]);
show("and dates", z.date().and(z.date()), new Date(5));
show(
  "and unmergeable",
  z
    .string()
    .transform((s) => s.length)
    .and(z.string()),
  "abc",
);
show("and unmergeable deep", z.object({ a: z.array(z.string().transform(Number)) }).and(z.object({ a: z.array(z.string()) })), {
  a: ["1"],
});
show("and numbers", z.number().min(2).and(z.number().max(5)), 1, 6, 3);
