// Pins: schemas of deep data, with many checks, and of many parts
import { z } from "zod";
const Link = z.object({ v: z.number(), get next() { return Link.optional(); } });
const chain = (n) => { let v; for (let i = 0; i < n; i++) v = { v: i, next: v }; return v; };
const outcome = (f) => { try { return f(); } catch (e) { return `${e.name}: ${e.message}`; } };
for (const n of [100, 1000, 100_000]) console.log(n, outcome(() => Link.safeParse(chain(n)).success));
const kinds = {
  array: [z.lazy(() => z.array(kinds.array[0])), (v) => [v], []],
  record: [z.lazy(() => z.record(z.string(), kinds.record[0])), (v) => ({ a: v }), {}],
  union: [z.lazy(() => z.union([z.string(), z.object({ a: kinds.union[0] })])), (v) => ({ a: v }), "x"],
  pipe: [z.lazy(() => z.object({ a: z.any().pipe(kinds.pipe[0]).nullable() })), (v) => ({ a: v }), { a: null }],
  transform: [z.lazy(() => z.object({ a: kinds.transform[0].transform((x) => x).nullable() })), (v) => ({ a: v }), { a: null }],
  tuple: [z.lazy(() => z.union([z.null(), z.tuple([kinds.tuple[0]])])), (v) => [v], null],
  map: [z.lazy(() => z.map(z.string(), kinds.map[0])), (v) => new Map([["a", v]]), new Map()],
  refined: [z.lazy(() => z.object({ a: kinds.refined[0].refine(() => true).nullable() })), (v) => ({ a: v }), { a: null }],
  intersection: [z.lazy(() => z.object({ a: kinds.intersection[0].nullable() }).and(z.object({}))), (v) => ({ a: v }), { a: null }],
};
for (const [name, [schema, wrap, end]] of Object.entries(kinds)) {
  const results = [];
  for (const n of [200, 20_000]) {
    let v = end;
    for (let i = 0; i < n; i++) v = wrap(v);
    results.push(outcome(() => schema.safeParse(v).success), await schema.safeParseAsync(v).then((r) => r.success, (e) => e.name));
  }
  console.log(name, results.join(", "));
}
let many = z.string();
for (let i = 0; i < 2000; i++) many = many.refine((v) => v !== String(i), `not ${i}`);
console.log(many.parse("a"), many.safeParse("1999").error.issues[0].message);
let parts = z.object({ a0: z.string() });
for (let i = 1; i < 150; i++) parts = parts.and(z.object({ ["a" + i]: z.string() }));
const json = z.toJSONSchema(parts);
console.log(Object.keys(json).join(), Object.keys(json.properties).length, json.required.length, JSON.stringify(json).length);
