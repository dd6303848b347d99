// Strings and their formats: which values pass, what they become, and the issues of those that fail.
import { z } from "zod";

function show(name: string, schema: any, ...values: any[]) {
  for (const v of values) {
    const r = schema.safeParse(v);
    const text =
      typeof v === "symbol" ? String(v) : typeof v === "function" ? "function" : typeof v === "bigint" ? v + "n" : JSON.stringify(v);
    console.log(`${name} ${text}: ${r.success ? "ok " + JSON.stringify(r.data) : JSON.stringify(r.error.issues)}`);
  }
}
class Foo {
  a = 1;
}

show(
  "string",
  z.string(),
  "",
  "a",
  1,
  null,
  undefined,
  [],
  {},
  NaN,
  Infinity,
  1n,
  true,
  Symbol("s"),
  () => 1,
  new Date(0),
  new Map(),
  new Set(),
  new Foo(),
  Promise.resolve(1),
  new Error("x"),
  Object.create(null),
  /a/,
);
show("min", z.string().min(2), "a", "ab", [], ["x", "y"], null, 5, {}, { length: 1 });
show("max", z.string().max(2), "abc", "ab", ["a", "b", "c"], "\u{1F600}\u{1F600}", "\u{1F600}\u{1F600}\u{1F600}");
show("length", z.string().length(2), "abc", "a", "ab", "\u{1F600}\u{1F600}", "\u{1F600}");
show("nonempty", z.string().nonempty(), "", "a");
show("nonempty msg", z.string().nonempty("need it"), "", "a");
show("min max", z.string().min(3).max(1), "ab");
show("regex", z.string().regex(/^a+$/), "aaa", "b");
show("regex g", z.string().regex(/a/g), "a", "a", "b");
show("regex msg", z.string().regex(/^a+$/, { message: "only a" }), "b");
show("includes", z.string().includes("zz"), "azza", "b");
show("includes position", z.string().includes("zz", { position: 2 }), "zza", "aazz");
show("includes msg", z.string().includes("zz", "no zz"), "a");
show("startsWith", z.string().startsWith("ab"), "abc", "b");
show("endsWith", z.string().endsWith("ab"), "cab", "b");
show("lowercase", z.string().lowercase(), "abc1", "aB");
show("uppercase", z.string().uppercase(), "ABC1", "aB");
show("trim", z.string().trim().min(2), "  a ", " ab ");
show("min trim", z.string().min(2).trim(), "  a ");
show("toLowerCase", z.string().toLowerCase(), "ABC");
show("toUpperCase", z.string().toUpperCase(), "abc");
show("normalize", z.string().normalize(), "a\u0301");
show("chain", z.string().min(5).max(1).regex(/x/).includes("y"), "abc");
show("two formats", z.string().email().endsWith("@example.com"), "a@b.co", "nobody", "a@example.com");

for (const [name, schema] of [
  ["method", z.string().email()],
  ["function", z.email()],
] as const)
  show(
    "email " + name,
    schema,
    "a@b.co",
    "first.last+tag@sub.example.com",
    "a@b",
    "@b.co",
    "a b@c.de",
    "a..b@c.de",
    ".a@c.de",
    "a.@c.de",
    "a@-b.co",
    5,
    "",
  );
for (const [name, schema] of [
  ["method", z.string().url()],
  ["function", z.url()],
] as const)
  show(
    "url " + name,
    schema,
    "http://a",
    "https://example.com/a?b=c#d",
    " http://a ",
    "ftp://b",
    "mailto:a@b.c",
    "x",
    "//a",
    "http://",
    "http:/a",
    "http://a b",
    "",
    "https://user:pw@host:8080/x",
    "custom:thing",
  );
show("url hostname", z.url({ hostname: /^example\.com$/ }), "https://example.com/a", "https://example.org/a", "nope");
show("url protocol", z.url({ protocol: /^https$/ }), "https://example.com/a", "http://example.com/a");
const id = "123e4567-e89b-12d3-a456-426614174000";
show(
  "uuid",
  z.string().uuid(),
  id,
  id.toUpperCase(),
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "123e4567-e89b-92d3-a456-426614174000",
  id + "0",
  "",
);
show("z.uuid", z.uuid(), id, "no");
show("uuidv4", z.uuidv4(), "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", id);
show("uuid version", z.uuid({ version: "v7" }), "018f4e5e-7c5f-7b1a-8c3d-2b0d7b3dcb6d", id);
show("uuidv6 uuidv7", z.string().uuidv6().or(z.uuidv7()), "018f4e5e-7c5f-7b1a-8c3d-2b0d7b3dcb6d", id);
show("guid", z.guid(), id, "123e4567-e89b-92d3-f456-426614174000", "x");
show("nanoid", z.nanoid(), "V1StGXR8_Z5jdHi6B-myT", "x");
show("cuid", z.cuid(), "cjld2cjxh0000qzrmn831i7rn", "x");
show("cuid2", z.cuid2(), "tz4a98xxat96iws9zmbrgj3a", "X-");
show("ulid", z.ulid(), "01ARZ3NDEKTSV4RRFFQ69G5FAV", "x");
show("ipv4", z.ipv4(), "192.168.0.1", "256.1.1.1", "1.2.3");
show("base64", z.base64(), "", "aGVsbG8=", "aGVsbG8", "a$==");
show(
  "datetime",
  z.iso.datetime(),
  "2024-02-29T10:00:00Z",
  "2023-02-29T10:00:00Z",
  "2024-01-01T10:00Z",
  "2024-01-01T10:00:00.123Z",
  "2024-01-01T10:00:00+01:00",
  "2024-01-01T24:00:00Z",
  "2024-01-01",
);
show("datetime method", z.string().datetime(), "2024-02-29T10:00:00Z", "x");
show("datetime offset", z.iso.datetime({ offset: true }), "2024-01-01T10:00:00+01:00", "2024-01-01T10:00:00", "x");
show("datetime local", z.iso.datetime({ local: true }), "2024-01-01T10:00:00", "2024-01-01T10:00", "x");
show("datetime precision", z.iso.datetime({ precision: 3 }), "2024-01-01T10:00:00.123Z", "2024-01-01T10:00:00Z");
show("datetime seconds", z.iso.datetime({ precision: 0, offset: true, local: true }), "2024-01-01T10:00:00", "x");
show("datetime minutes", z.iso.datetime({ precision: -1 }), "2024-01-01T10:00Z", "2024-01-01T10:00:00Z");
show("date", z.iso.date(), "2024-02-29", "2023-02-29", "2024-13-01", "2024-1-1");
show("time", z.iso.time(), "10:00", "10:00:59.5", "24:00", "10:0");
show("time precision", z.iso.time({ precision: 2 }), "10:00:00.12", "10:00:00");
show("duration", z.iso.duration(), "P3Y6M4DT12H30M5S", "P1W", "P", "PT", "P1WT1H");
show("string date time duration", z.string().date().or(z.string().time()).or(z.string().duration()), "2024-02-29", "10:00", "P1D", "x");
show("own pattern", z.email({ pattern: /^x@/ }), "x@", "y@b.co");

show("error string", z.string("not a string"), 5);
show("error field", z.string({ error: "not a string" }), 5, "x");
show("message field", z.string({ message: "not a string" }), 5);
show(
  "error function",
  z.string({ error: (i: any) => (i.input === undefined ? "missing" : `got ${typeof i.input} for ${i.code}/${i.expected}`) }),
  5,
  undefined,
);
show("error function undefined", z.string({ error: () => undefined }), 5);
show("error falls to checks", z.string({ error: "bad" }).min(3).email(), "a", 1);
show("check message wins", z.string({ error: "bad" }).min(3, "short").email({ error: "mail" }), "a");
show("check error function", z.string().min(3, { error: (i: any) => `min ${i.minimum} of ${i.origin}, got ${i.input}` }), "a");
show("abort", z.string().min(3, { abort: true }).email(), "a");
show("abort format", z.string().email({ abort: true }).min(10), "a");
show("format error", z.email("bad mail"), "a", 5);
try {
  z.string({ error: "a", message: "b" } as any);
} catch (e: any) {
  console.log(e.message);
}

const s: any = z.string().min(2).max(7).email();
console.log(JSON.stringify([s.type, s.def.type, s._def.type, s._zod.def.checks.length]));
console.log(
  JSON.stringify(s._zod.def.checks.map((c: any) => [c._zod.def.check, c._zod.def.minimum, c._zod.def.maximum, c._zod.def.format])),
);
console.log(JSON.stringify([Object.keys(z.string()), Object.keys(z.string().def), Object.keys(z.string()._zod.def)]));
show("coerce", z.coerce.string(), 5, null, undefined, true, [1, 2], {}, 5n, Symbol("a"));
show("coerce min", z.coerce.string().min(3), 5, 5000);
