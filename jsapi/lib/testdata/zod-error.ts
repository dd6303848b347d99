// ZodError, the ways to print one, custom messages, metadata, and the forms of import.
import { z } from "zod";
import zz, { ZodError, string, z as named } from "zod";
import * as ns from "zod";
import { z as four } from "zod/v4";

const text = (v: any) => JSON.stringify(v);
const S = z
  .object({
    name: z.string().min(3),
    tags: z.array(z.string()),
    "odd key": z.number(),
    nested: z.object({ list: z.array(z.object({ v: z.union([z.string(), z.number()]) })) }),
    map: z.map(z.object({}), z.string()),
    rec: z.record(z.string().min(3), z.number()),
  })
  .refine(() => false, { message: "form level", when: () => true } as any);
const bad = {
  name: "x",
  tags: ["a", 1],
  "odd key": "n",
  nested: { list: [{ v: true }, { v: null }] },
  map: new Map([[5 as any, 5]]),
  rec: { a: 1 },
};
const r = S.safeParse(bad);
const err = r.error as any;
console.log(err.name, err.issues.length, r.success);
console.log(err.message);
console.log(String(err) === err.message, err.toString() === err.message);
console.log(err instanceof Error, err instanceof z.ZodError, err instanceof ZodError, err instanceof ns.ZodError, text(Object.keys(err)));
console.log(text(err.flatten()));
console.log(text(err.flatten((i: any) => i.code)));
console.log(text(err.format()));
console.log(text(z.flattenError(err)));
console.log(text(z.formatError(err)));
console.log(text(z.treeifyError(err)));
console.log(z.prettifyError(err));
console.log(text(r), text(err.isEmpty));
try {
  S.parse(bad);
} catch (e: any) {
  console.log(e instanceof z.ZodError, e.name, e.issues.length, e.message === err.message);
}
const own = new z.ZodError([{ code: "custom", path: ["a"], message: "m", input: 1 }]);
own.addIssue({ code: "custom", path: [], message: "n", input: 1 } as any);
console.log(own.name, own.message, text(own.flatten()), own instanceof ZodError);
console.log(
  text(z.string().safeParse(5, { error: () => "from ctx" }).error!.issues),
  text(z.string("own").safeParse(5, { error: () => "from ctx" }).error!.issues),
);
console.log(text(z.string().safeParse(5, { reportInput: true }).error!.issues));
try {
  z.string().parse(5, { error: (i: any) => i.code } as any);
} catch (e: any) {
  console.log(e.message);
}
z.config({ customError: (i: any) => (i.code === "invalid_type" ? `want ${i.expected}` : undefined) });
console.log(text(z.object({ a: z.string(), b: z.string().min(2) }).safeParse({ b: "" }).error!.issues));
z.setErrorMap(undefined as any);
console.log(text(z.string().safeParse(5).error!.issues), z.getErrorMap() === undefined);

// Bound methods, as in list.map(schema.parse).
console.log(text(["a", "b"].map(z.string().parse as any)), text([1].map(z.string().safeParse as any).map((x: any) => x.success)));
const { parse, safeParse } = z.number();
console.log(parse(1), text(safeParse("x").success));
console.log(z.parse(z.string(), "a"), text(z.safeParse(z.string(), 5).success));

// Metadata.
const described = z.string().min(2).describe("a name");
console.log(described.description, described.min(5).description, described.optional().description, z.string().description);
console.log(text(described.meta()), text(z.string().meta({ title: "T", id: "x1", extra: 5 }).meta()), text(z.string().meta()));
console.log(text(z.string().meta({ id: "x2", title: "T" }).min(3).meta()), text(z.string().describe("a").meta({ title: "b" }).meta()));
console.log(text(z.globalRegistry.get(described)), z.globalRegistry.has(described), z.globalRegistry.has(z.string()));
const reg = z.registry<{ note: string }>();
const noted = z.string().register(reg, { note: "n" });
console.log(text(reg.get(noted)), reg.has(noted), text(reg.get(z.number())));
reg.remove(noted);
console.log(reg.has(noted), text(reg.add(noted, { note: "m" }).get(noted)));
reg.clear();
console.log(reg.has(noted));

// All ways to import give the same things.
console.log(
  zz.string === z.string,
  named === z,
  ns.string === z.string,
  four.string === z.string,
  string === z.string,
  ns.z === z,
  ns.default === z,
);
console.log(text([z.string().parse("a"), zz.number().parse(1), ns.boolean().parse(true), string().parse("b"), four.null().parse(null)]));
console.log(z.ZodIssueCode.custom, z.ZodIssueCode.too_small, typeof z.NEVER);
console.log(
  z.string() instanceof z.ZodType,
  z.string() instanceof z.ZodString,
  z.object({}) instanceof z.ZodObject,
  z.int() instanceof z.ZodNumber,
  z.string().optional() instanceof z.ZodOptional,
  z.array(z.any()) instanceof z.ZodArray,
  z.enum(["a"]) instanceof z.ZodEnum,
  z.string() instanceof (z.ZodNumber as any),
  z.string().default("a") instanceof z.ZodDefault,
  z.string().nullable() instanceof z.ZodNullable,
  z.union([z.string()]) instanceof z.ZodUnion,
  z.literal(1) instanceof z.ZodLiteral,
);
const Typed = z.object({ a: z.string() });
type Typed = z.infer<typeof Typed>;
const t: Typed = { a: "x" };
console.log(text(Typed.parse(t)));
