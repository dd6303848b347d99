// Ids made, read and written.
import { v4, v5, v7, validate, version, parse, stringify, NIL, MAX } from "uuid";
import * as uuid from "uuid";

function attempt(name: string, fn: () => any) {
  try {
    const v = fn();
    console.log(name, typeof v === "string" ? v : JSON.stringify(v instanceof Uint8Array ? Array.from(v) : v));
  } catch (e: any) {
    console.log(name, "threw", e.name, e.message);
  }
}
const random = () => Uint8Array.of(0x10, 0x91, 0x56, 0xbe, 0xc4, 0xfb, 0xc1, 0xea, 0x71, 0xb4, 0xef, 0xe1, 0x67, 0x1c, 0x58, 0x36);
console.log(NIL, MAX);
attempt("v4 random", () => v4({ random: random() }));
attempt("v4 rng", () => v4({ rng: random }));
attempt("v4 buffer", () => v4({ random: random() }, new Uint8Array(20), 2));
attempt("v4 short", () => v4({ random: Uint8Array.of(1) }));
attempt("v4 out of bounds", () => v4({ random: random() }, new Uint8Array(16), 1));
const made = Array.from({ length: 50 }, () => v4());
console.log(
  new Set(made).size,
  made.every((x) => validate(x) && version(x) === 4),
);
attempt("v7", () => v7({ random: random(), msecs: 0x133891705d1, seq: 0x661b189b }));
attempt("v7 no seq", () => v7({ random: random(), msecs: 1700000000000 }));
attempt("v7 buffer", () => v7({ random: random(), msecs: 5, seq: 5 }, new Uint8Array(16)));
attempt("v7 array", () => v7({ rng: random, msecs: 2 ** 47 + 12345, seq: -1 }, new Array(17) as any, 1));
const times = Array.from({ length: 50 }, () => v7());
console.log(
  new Set(times).size,
  times.every((x) => validate(x) && version(x) === 7),
  times.join() === [...times].sort().join(),
);
attempt("v5 DNS", () => v5("hello.example.com", v5.DNS));
attempt("v5 URL", () => v5("http://example.com/hello", v5.URL));
attempt("v5 own", () => v5("Hello, World!", "1b671a64-40d5-491e-99b0-da01ff1f3341"));
attempt("v5 unicode", () => v5("grüße \u{1F600}", v5.URL));
attempt("v5 long", () => v5("x".repeat(1000), v5.URL));
for (const n of [38, 39, 40, 47, 48, 103, 104]) attempt("v5 of " + n, () => v5("y".repeat(n), v5.DNS));
attempt("v5 empty", () => v5("", v5.DNS));
attempt("v5 bytes", () => v5(Uint8Array.of(1, 2, 3) as any, parse(v5.DNS) as any));
attempt("v5 buffer", () => v5("a", v5.DNS, new Uint8Array(16)));
attempt("v5 bad namespace", () => v5("a", "zyx"));
attempt("v5 no namespace", () => v5("a", undefined as any));
attempt("v5 short namespace", () => v5("a", [1, 2] as any));
for (const s of [
  NIL,
  MAX,
  MAX.toUpperCase(),
  "6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b",
  "6EC0BD7F-11C0-43DA-975E-2A8AD9EBAE0B",
  "6ec0bd7f-11c0-93da-975e-2a8ad9ebae0b",
  "6ec0bd7f-11c0-43da-c75e-2a8ad9ebae0b",
  "x",
  "",
  5,
  null,
  undefined,
]) {
  console.log(s, validate(s as any));
  attempt("version", () => version(s as any));
  attempt("parse", () => parse(s as any));
}
attempt("stringify", () => stringify(parse("6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b")));
attempt("stringify offset", () => stringify(Uint8Array.from([9, ...parse(v5.DNS)]), 1));
attempt("stringify bad", () => stringify(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)));
console.log(uuid.v4 === v4, uuid.v5.DNS);
