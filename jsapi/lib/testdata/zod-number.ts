// Numbers, bigints, booleans, dates and the other simple types.
import { z } from "zod";

const big = (_k: string, v: any) => (typeof v === "bigint" ? v + "n" : v === undefined ? "(undefined)" : Number.isNaN(v) ? "(NaN)" : v);
function show(name: string, schema: any, ...values: any[]) {
  for (const v of values) {
    const text = typeof v === "symbol" ? String(v) : JSON.stringify(v, big);
    let r: any;
    try {
      r = schema.safeParse(v);
    } catch (e: any) {
      console.log(`${name} ${text}: threw ${e.message}`);
      continue;
    }
    console.log(
      `${name} ${text}: ${r.success ? "ok " + (typeof r.data === "symbol" ? "symbol" : JSON.stringify(r.data, big)) : JSON.stringify(r.error.issues, big)}`,
    );
  }
}

show("number", z.number(), 0, -1.5, NaN, Infinity, -Infinity, "1", null, undefined, 1n, new Number(1));
show("min", z.number().min(2), 1, 2);
show("gte", z.number().gte(2), 1, 2);
show("gt", z.number().gt(2), 2, 3);
show("max", z.number().max(2), 3, 2);
show("lte", z.number().lte(2), 3, 2);
show("lt", z.number().lt(2), 2, 1);
show("between", z.number().min(0).max(10).int(), -1.5, 11, 5, "x");
show("positive", z.number().positive(), 0, 1);
show("negative", z.number().negative(), 0, -1);
show("nonnegative", z.number().nonnegative(), -1, 0);
show("nonpositive", z.number().nonpositive(), 1, 0);
show("int", z.number().int(), 1.5, 2 ** 60, -(2 ** 60), 3, NaN);
show("int then min", z.number().int().min(5), 1.5, 3);
show("min then int", z.number().min(5).int(), 1.5);
show("z.int", z.int(), 1.5, 2 ** 60, "a", 7);
show("z.int min", z.int().min(5).max(6), 1, 9, 5.5);
show("int32", z.int32(), 1.5, 2 ** 40, -(2 ** 40), 2 ** 60);
show("uint32", z.uint32(), -1, 1.5);
show("safe", z.number().safe(), 2 ** 60, 1);
show("finite", z.number().finite(), Infinity, 1);
show("multipleOf", z.number().multipleOf(5), 10, 7);
show("multipleOf fraction", z.number().multipleOf(0.1), 0.3, 0.35, 1.1);
show("multipleOf small", z.number().multipleOf(0.07), 2.03, 2.04);
show("step", z.number().step(0.01), 1.23, 1.234);
show("messages", z.number("n").min(5, "m").max(1, { message: "x" }).int({ error: "i" }), "a", 3, 2.5);
show("coerce", z.coerce.number(), "5", "x", "", null, undefined, true, [], new Date(5), 5n, Symbol("a"));
show("coerce min", z.coerce.number().int().min(3), "2", "4", "2.5");

show("bigint", z.bigint(), 1n, 1, "1");
show("bigint min", z.bigint().min(2n).max(4n), 1n, 5n, 3n);
show("bigint gt lt", z.bigint().gt(2n).lt(4n), 2n, 4n, 3n);
show("bigint multipleOf", z.bigint().multipleOf(2n), 1n, 4n);
show("bigint positive", z.bigint().positive(), 0n, 1n);
show("bigint negative", z.bigint().negative(), 0n, -1n);
show("bigint nonnegative", z.bigint().nonnegative(), -1n, 0n);
show("bigint nonpositive", z.bigint().nonpositive(), 1n, 0n);
show("coerce bigint", z.coerce.bigint(), "5", 7, "x", null, 1.5, true);
try {
  z.bigint().safeParse(1n);
  z.number()
    .multipleOf(2n as any)
    .safeParse(4);
} catch (e: any) {
  console.log(e.message);
}

show("boolean", z.boolean(), true, false, 0, "true", null);
show("coerce boolean", z.coerce.boolean(), "", "false", 0, null, [], undefined);
show("date", z.date(), new Date(0), new Date(NaN), "2020-01-01", 5, null);
show("date min max", z.date().min(new Date(5)).max(new Date(10)), new Date(1), new Date(11), new Date(7));
show("date message", z.date("no date").min(new Date(5), "early"), 1, new Date(1));
show("coerce date", z.coerce.date(), "2020-01-01", 0, "x", null, undefined, true);
show("undefined", z.undefined(), undefined, null, 0);
show("null", z.null(), null, undefined, 0);
show("void", z.void(), undefined, null);
show("any", z.any(), undefined, null, 1, "x");
show("unknown", z.unknown(), undefined, null, 1, "x");
show("never", z.never(), undefined, 1);
show("never message", z.never("no way"), 1);
show("nan", z.nan(), NaN, 1, "a");

show("literal", z.literal("a"), "a", "b", undefined);
show("literal number", z.literal(5), 5, "5");
show("literal null", z.literal(null), null, undefined);
show("literal undefined", z.literal(undefined), undefined, null);
show("literal bigint", z.literal(5n), 5n, 5);
show("literals", z.literal(["a", 1, null, undefined, true, 5n]), "a", 1, null, undefined, true, 5n, 2);
console.log(JSON.stringify([z.literal("a").value, [...z.literal(["a", "b"]).values]]));
try {
  z.literal(["a", "b"]).value;
} catch (e: any) {
  console.log(e.message);
}
enum Fruit {
  Apple,
  Pear,
  Fig = "fig",
}
const Color = { Red: "red", Blue: "blue" } as const;
show("enum", z.enum(["a", "b"]), "a", "c", 1);
show("enum one", z.enum(["a"]), "b");
show("enum message", z.enum(["a", "b"], "a or b"), "c");
show("enum object", z.enum(Color), "red", "Red");
show("ts enum", z.enum(Fruit), 0, 1, "fig", "Apple", 2);
show("nativeEnum", z.nativeEnum(Fruit), 0, "fig", "Pear");
const e: any = z.enum(["a", "b", "c"]);
console.log(
  JSON.stringify([
    e.enum,
    e.options,
    e.enum.a,
    e.def.entries,
    e.exclude(["a"]).options,
    e.extract(["a", "b"]).options,
    z.enum(Fruit).options,
    z.nativeEnum(Color).enum.Red,
  ]),
);
show("exclude", e.exclude(["a"]), "a", "b");
show("extract", e.extract(["a"], "only a"), "a", "b");
try {
  e.exclude(["x"]);
} catch (err: any) {
  console.log(err.message);
}
show("stringbool", z.stringbool(), "true", "YES", "on", "0", "Disabled", "maybe", 1, true);
show("stringbool own", z.stringbool({ truthy: ["ja"], falsy: ["nein"] }), "JA", "nein", "no");
show("stringbool case", z.stringbool({ truthy: ["Ja"], falsy: ["Nein"], case: "sensitive" }), "ja", "Ja");
show("stringbool message", z.stringbool({ error: "say yes" }), "maybe", 5);
class Animal {}
class Dog extends Animal {}
show("instanceof", z.instanceof(Animal), new Animal(), new Dog(), {}, null);
show("instanceof message", z.instanceof(Dog, "a dog"), new Animal());
show(
  "custom",
  z.custom<string>((v) => typeof v === "string"),
  "a",
  1,
);
show("custom any", z.custom(), 1);
show(
  "custom message",
  z.custom<number>((v) => v === 1, "one"),
  2,
);
show(
  "custom params",
  z.custom<number>((v) => v === 1, { message: "one", path: ["a", 0], params: { why: "x" } } as any),
  2,
);
console.log(
  JSON.stringify([
    z.boolean().type,
    z.null().type,
    z.any().type,
    z.literal(1).type,
    z.enum(["a"]).type,
    z.nan().type,
    z.custom().type,
    z.stringbool().type,
    z.stringbool().def.in.type,
    z.date().type,
  ]),
);
