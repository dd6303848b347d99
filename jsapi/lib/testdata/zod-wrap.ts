// Optional, default, catch, transform, pipe, refine and what else wraps a schema; synchronous and not.
import { z } from "zod";

const text = (v: any) => JSON.stringify(v, (_k, x) => (typeof x === "bigint" ? x + "n" : x === undefined ? "(undefined)" : x));
const print = (name: string, v: any, r: any) =>
  console.log(`${name} ${text(v)}: ${r.success ? "ok " + text(r.data) : text(r.error.issues)}`);
function show(name: string, schema: any, ...values: any[]) {
  for (const v of values) {
    let r: any;
    try {
      r = schema.safeParse(v);
    } catch (e: any) {
      console.log(`${name} ${text(v)}: threw ${e.message}`);
      continue;
    }
    print(name, v, r);
  }
}
async function later(name: string, schema: any, ...values: any[]) {
  for (const v of values) {
    let r: any;
    try {
      r = await schema.safeParseAsync(v);
    } catch (e: any) {
      console.log(`${name} ${text(v)}: rejected ${e.message}`);
      continue;
    }
    print(name, v, r);
  }
}

show("optional", z.string().optional(), undefined, "a", null, 5);
show("optional function", z.optional(z.string()), undefined, 5);
show("nullable", z.string().nullable(), null, undefined, "a", 5);
show("nullish", z.string().nullish(), null, undefined, "a", 5);
show("nullish function", z.nullish(z.string()), null, undefined, 5);
show("nonoptional", z.string().optional().nonoptional(), undefined, "a");
show("nonoptional message", z.nonoptional(z.string().optional(), "need"), undefined, "a", 5);
show("default", z.string().default("d"), undefined, "a", null);
let n = 0;
show(
  "default function",
  z.number().default(() => ++n),
  undefined,
  undefined,
  9,
);
show("default not checked", z.string().min(5).default("d"), undefined);
show(
  "default transform",
  z
    .string()
    .transform((s) => s.length)
    .default(7),
  undefined,
  "abc",
);
show("prefault", z.string().min(2).prefault("d"), undefined, "abc");
show(
  "prefault transform",
  z
    .string()
    .transform((s) => s.length)
    .prefault("abcd"),
  undefined,
);
show("default of optional", z.string().optional().default("d"), undefined);
show("optional of default", z.string().default("d").optional(), undefined);
const list: any = z.array(z.number()).default([]);
console.log(text([list.parse(undefined) !== list.parse(undefined), list.parse(undefined)]));
show("catch", z.string().catch("c"), 5, "a", undefined);
show(
  "catch function",
  z.number().catch((ctx) => ctx.error.issues.length + (ctx.input as any)),
  "x",
);
show("catch checks", z.string().min(3).catch("ccc"), "a");
show("readonly", z.object({ a: z.number() }).readonly(), { a: 1 }, { a: "x" });
console.log(text([Object.isFrozen(z.array(z.number()).readonly().parse([1]))]));
show(
  "transform",
  z.string().transform((s) => s.length),
  "abc",
  5,
);
show(
  "transform chain",
  z
    .string()
    .transform((s) => s.length)
    .transform((v) => v * 2),
  "abc",
);
show(
  "transform after failed check",
  z
    .string()
    .min(5)
    .transform((s) => s.length),
  "abc",
);
show(
  "transform issue",
  z.string().transform((s, ctx) => {
    if (s === "bad") {
      ctx.addIssue({ code: "custom", message: "bad one", path: ["x"] });
      return z.NEVER;
    }
    ctx.issues.push({ code: "custom", message: "pushed", input: s });
    return s;
  }),
  "bad",
  "good",
);
show(
  "transform addIssue string",
  z.string().transform((s, ctx) => {
    ctx.addIssue("plain text");
    return s;
  }),
  "x",
);
show(
  "z.transform",
  z.transform((v: any) => String(v) + "!"),
  5,
);
show(
  "pipe",
  z
    .string()
    .transform((s) => s.length)
    .pipe(z.number().min(2)),
  "a",
  "abc",
  5,
);
show("pipe function", z.pipe(z.string(), z.string().min(2)), "a", 5);
show(
  "preprocess",
  z.preprocess((v) => Number(v), z.number().min(5)),
  "7",
  "3",
  "x",
);
show(
  "preprocess issue",
  z.preprocess((v, ctx) => {
    if (v === 1) ctx.addIssue({ code: "custom", message: "one" });
    return v;
  }, z.string()),
  1,
  "a",
);
show(
  "overwrite",
  z
    .number()
    .overwrite((v) => v * 2)
    .max(10),
  4,
  6,
);
show("brand", z.string().brand("id"), "a", 5);
show(
  "lazy",
  z.lazy(() => z.string().min(2)),
  "a",
  5,
);

show(
  "refine",
  z.string().refine((s) => s.length > 2),
  "a",
  "abc",
  5,
);
show(
  "refine message",
  z.string().refine((s) => s.length > 2, "too short"),
  "a",
);
show(
  "refine object",
  z.string().refine((s) => s.length > 2, { message: "too short", path: ["a", 1], params: { min: 3 } }),
  "a",
);
show(
  "refine error",
  z.string().refine((s) => s.length > 2, { error: (i: any) => `got ${i.input}` }),
  "a",
);
show(
  "refine twice",
  z
    .string()
    .refine(() => false, "one")
    .refine(() => false, "two"),
  "a",
);
show(
  "refine abort",
  z
    .string()
    .refine(() => false, { message: "one", abort: true })
    .refine(() => false, "two"),
  "a",
);
show(
  "refine when",
  z
    .object({ a: z.string(), b: z.string() })
    .refine((v) => v.a === v.b, { message: "differ", when: (p: any) => typeof p.value.a === "string" } as any),
  { a: "x" },
  { a: 1, b: "x" },
);
show(
  "refine after wrong type",
  z.object({ a: z.string() }).refine(() => false, "never said"),
  { a: 1 },
);
show(
  "refine truthy",
  z.any().refine((v) => v),
  0,
  1,
  "",
  "a",
);
show(
  "superRefine",
  z.array(z.string()).superRefine((v, ctx) => {
    if (v.length > 2) ctx.addIssue({ code: "too_big", maximum: 2, origin: "array", inclusive: true, message: "too many", input: v });
    if (new Set(v).size < v.length) ctx.addIssue({ code: z.ZodIssueCode.custom, message: "doubled", path: [0] });
    ctx.addIssue({ message: "no code" } as any);
    ctx.addIssue("just text");
  }),
  ["a", "a", "b"],
  ["a"],
);
show(
  "superRefine fatal",
  z
    .string()
    .superRefine((_v, ctx) => {
      ctx.addIssue({ code: "custom", message: "fatal", fatal: true });
    })
    .refine(() => false, "after"),
  "a",
);
show(
  "superRefine goes on",
  z
    .string()
    .superRefine((_v, ctx) => {
      ctx.addIssue({ code: "custom", message: "soft" });
    })
    .refine(() => false, "after"),
  "a",
);
show(
  "superRefine type issue",
  z.any().superRefine((v, ctx) => ctx.addIssue({ code: "invalid_type", expected: "string", input: v } as any)),
  5,
);
show(
  "check",
  z
    .string()
    .trim()
    .check((ctx: any) => {
      if (ctx.value !== "abc") ctx.issues.push({ code: "custom", message: "want abc", input: ctx.value, continue: true });
    }),
  " ab",
  "abcd",
  "abc",
);

const Sum = z.function({ input: [z.number(), z.number()], output: z.number() });
const sum = Sum.implement((a, b) => a + b);
console.log(text(sum(1, 2)));
try {
  (sum as any)("1", 2);
} catch (e: any) {
  console.log(e.message);
}
try {
  (Sum as any).implement(() => "x")(1, 2);
} catch (e: any) {
  console.log(e.message);
}

console.log(
  text([
    z.string().optional().unwrap().type,
    z.string().nullable().unwrap().type,
    z.string().default("x").unwrap().type,
    z.string().default("x").removeDefault().type,
    z.string().catch("x").unwrap().type,
    z.string().readonly().unwrap().type,
    z.string().optional().type,
    z.string().nullable().type,
    z.string().default("x").type,
    z.string().prefault("x").type,
    z.string().catch("x").type,
    z.string().readonly().type,
    z.string().transform((x) => x).type,
    z.lazy(() => z.string()).type,
    z.promise(z.string()).type,
    z.string().pipe(z.string()).in.type,
    z.string().transform((x) => x).out.type,
    z.preprocess((x) => x, z.string()).type,
    Sum.type,
    z.string().isOptional(),
    z.string().optional().isOptional(),
    z.string().nullable().isNullable(),
  ]),
);

async function main() {
  await later(
    "async refine",
    z.string().refine(async (s) => s === "a", "a only"),
    "a",
    "b",
    5,
  );
  await later(
    "async transform",
    z.string().transform(async (s) => s.length),
    "abc",
  );
  await later(
    "async object",
    z.object({ a: z.string().refine(async (s) => s === "a", "a only"), b: z.number() }),
    { a: "b", b: "x" },
    { a: "a", b: 1 },
  );
  await later(
    "async order",
    z
      .string()
      .refine(async () => false, "one")
      .refine(() => false, "two")
      .refine(async () => false, "three"),
    "a",
  );
  await later(
    "async pipe",
    z
      .string()
      .transform(async (s) => s.length)
      .pipe(z.number().min(5)),
    "abc",
    "abcdef",
  );
  await later("async array", z.array(z.string().transform(async (s) => s + "!")), ["a", "b"], [1]);
  await later("async union", z.union([z.string().refine(async () => false), z.number()]), "a", 1);
  await later(
    "async default",
    z
      .string()
      .transform(async (s) => s)
      .default("d"),
    undefined,
    "x",
  );
  await later(
    "async catch",
    z
      .string()
      .refine(async () => false)
      .catch("c"),
    "a",
  );
  await later(
    "async optional",
    z
      .string()
      .transform(async (s) => s)
      .optional(),
    undefined,
    "x",
  );
  await later(
    "async tuple record map set",
    z.tuple([
      z.record(
        z.string(),
        z.string().transform(async (s) => s + "1"),
      ),
      z.string().transform(async (s) => s),
    ]),
    [{ a: "b" }, "c"],
  );
  await later("async intersection", z.object({ a: z.string().transform(async (s) => s) }).and(z.object({ b: z.string() })), {
    a: "x",
    b: "y",
  });
  await later("promise", z.promise(z.string()), Promise.resolve("a"), Promise.resolve(5), "plain");
  await later(
    "async superRefine",
    z.string().superRefine(async (_v, ctx) => {
      ctx.addIssue({ code: "custom", message: "later" });
    }),
    "a",
  );
  await later(
    "async throws",
    z.string().refine(async () => {
      throw new Error("boom");
    }),
    "a",
  );
  show(
    "async in sync",
    z.string().refine(async () => true),
    "a",
  );
  show(
    "async transform in sync",
    z.string().transform(async (s) => s),
    "a",
  );
  console.log(
    text(
      await z
        .string()
        .refine(async () => true)
        .parseAsync("x"),
    ),
    text(
      await z
        .string()
        .spa(5)
        .then((r) => r.success),
    ),
  );
  await z
    .string()
    .parseAsync(5)
    .catch((e: any) => console.log(e.name, e.message));
  const std = (z.object({ a: z.string().min(2) }) as any)["~standard"];
  console.log(text([std.version, std.vendor, std.validate({ a: "xx" }), std.validate({ a: "x" })]));
  console.log(text(await (z.string().refine(async (s) => s === "a") as any)["~standard"].validate("b")));
}
main();
