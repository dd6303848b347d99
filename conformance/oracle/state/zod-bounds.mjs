// Pins: what schemas tell of their bounds and formats, and the formats of texts that few schemas ask for
import { z } from "zod";
const schemas = {
  string: z.string(), bounded: z.string().min(3).max(9).min(1), exact: z.string().length(4), email: z.email(), last: z.string().email().uuid(), datetime: z.iso.datetime(), regex: z.string().regex(/a/), trimmed: z.string().trim(),
  number: z.number(), between: z.number().gt(1).lt(9), tighter: z.number().min(2).gt(1).max(5).lte(4), int: z.int(), asInt: z.number().int(), step: z.number().multipleOf(5), half: z.number().multipleOf(0.5), int32: z.int32(), positive: z.number().positive(),
  bigint: z.bigint(), bigger: z.bigint().min(1n).lt(5n), date: z.date(), days: z.date().min(new Date(1)).max(new Date(5)),
};
for (const [name, s] of Object.entries(schemas)) {
  const told = ["minLength", "maxLength", "minValue", "maxValue", "minDate", "maxDate", "format", "isInt", "isFinite"].filter((k) => s[k] !== undefined);
  console.log(name, told.map((k) => `${k}=${s[k] instanceof Date ? s[k].toISOString() : String(s[k])}`).join(" "));
}
const map = z.map(z.string(), z.number());
console.log(map.keyType.type, map.valueType.type, z.string().catch("a").removeCatch().type, z.promise(z.string()).unwrap().type);
console.log(z.string().apply((s) => s.min(3)).minLength, z.string().with((p) => void p).safeParse("a").success);
console.log(z.string().decode("a"), z.string().safeDecode(5).success, await z.string().decodeAsync("b"), (await z.string().safeDecodeAsync("c")).data);

const texts = ["", "::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1::2::3", "g::", "1:2:3:4:5:6:7:1.2.3.4", "::1/64", "::1/129", "::1/064", "10.0.0.0/8", "10.0.0.0/33", "10.0.0.0", "\u{1f600}", "\u{1f600}\u{1f44d}\u{1f3fd}", "a", "1", "\u{1f468}\u200d\u{1f469}", "\u2764\ufe0f", "\u{1f1eb}\u{1f1f7}", "+14155552671", "+1", "aGk_", "aGk", "aGk=", "a-b", "aGkh", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.x", "eyJhbGciOiJIUzI1NiJ9.e30.x", "a.b.c", "eyJ0eXAiOiJYIiwiYWxnIjoiYSJ9.a.b", "9m4e2mr0ui3e8a215n4g", "0ujtsYcgvSTl8PAuAdqWYSMnLOv"];
for (const format of ["ipv6", "cidrv4", "cidrv6", "emoji", "e164", "base64url", "jwt", "xid", "ksuid", "base64"]) {
  for (const s of [z.string()[format](), z[format](), z.string()[format]("wrong")]) {
    const [{ pattern, ...issue }] = s.safeParse("?").error.issues;
    const { pattern: shown, ...json } = z.toJSONSchema(s);
    console.log(format, s.format, texts.map((v) => +s.safeParse(v).success).join(""), JSON.stringify(issue), JSON.stringify(json), format === "emoji" ? "" : `${pattern} ${shown}`);
  }
}
const signed = z.jwt({ alg: "HS256" });
console.log(signed.safeParse("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.x").success, signed.safeParse("eyJhbGciOiJub25lIn0.e30.x").success);
