// Pins: zod/v3 without anything installed: schemas, errors, names of classes
import { z } from "zod/v3";
import * as all from "zod/v3";
const S = z.object({ q: z.string().default("x"), e: z.enum(["a", "b"]), o: z.object({ d: z.date().optional() }).strict().partial(), u: z.union([z.string(), z.number().int().min(3)]), d: z.discriminatedUnion("k", [z.object({ k: z.literal("a"), x: z.number() }), z.object({ k: z.literal("b"), y: z.string() })]) });
console.log(S.safeParse({ e: "c", u: 2.5, d: { k: "c" } }).error.issues);
console.log(S.parse({ e: "a", u: 4, d: { k: "a", x: 1 }, o: {} }));
console.log(z.string().email().safeParse("x").error.flatten(), z.coerce.number().parse("3"), z.preprocess((x) => x + 1, z.number()).parse(2));
console.log(z.string().transform((s) => s.length).refine((n) => n > 3, { message: "short" }).safeParse("abc").error.format());
console.log(await z.string().refine(async (s) => s === "ok").safeParseAsync("no"));
try { S.parse(3); } catch (e) { console.log(e instanceof z.ZodError, e.name, e.message); }
for (const [name, f] of Object.entries({ s: z.string(), n: z.number(), a: z.array(z.any()), t: z.tuple([z.string()]), r: z.record(z.string()), m: z.map(z.string(), z.number()), l: z.lazy(() => z.string()), f: z.function(), b: z.string().brand("b"), c: z.string().catch("c"), i: z.intersection(z.object({}), z.object({})), p: z.promise(z.string()), ro: z.object({}).readonly(), pi: z.string().pipe(z.string()), d: z.date(), nv: z.nativeEnum({ A: 1 }), se: z.set(z.string()), sy: z.symbol(), bi: z.bigint(), na: z.nan(), o: z.string().optional().nullable() })) console.log(name, f.constructor.name, f._def.typeName, f.isOptional());
console.log(Object.keys(z).length, Object.keys(all).sort().join());
console.log(z.string().ip().safeParse("1.2.3").success, z.string().datetime({ offset: true }).safeParse("2020-01-01T00:00:00+02:00").success, z.string().emoji().safeParse("😀").success, z.string().jwt().safeParse("a.b.c").success, z.string().base64url().safeParse("ab_-").success);
