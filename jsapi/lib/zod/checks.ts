// This file has the checks that numbers, strings, arrays, maps and sets share.
import { Check, Params, Payload, fail, norm, overwrite } from "./core";

const isSet = (key: string) => (p: Payload) => p.value != null && p.value[key] !== undefined;
const hasLength = isSet("length");
const hasSize = isSet("size");

const originOf = (v: any) =>
  Array.isArray(v) ? "array" : typeof v === "string" ? "string" : v instanceof Set ? "set" : v instanceof Map ? "map" : "unknown";

// Returns the length of an array, the number of entries of a set, or the number of code points of a string.
function measure(v: any): number {
  if (typeof v === "string" && /[^\0-\x7f]/.test(v)) return Array.from(v).length;
  return v.length ?? v.size;
}

function sized(p: Payload, def: any, inst: any): void {
  const n = measure(p.value);
  const exact = def.length ?? def.size;
  const { minimum = exact, maximum = exact } = def;
  if (!(n < minimum || n > maximum)) return;
  fail(p, inst, {
    origin: originOf(p.value),
    ...(n > maximum ? { code: "too_big", maximum } : { code: "too_small", minimum }),
    inclusive: true,
    ...(exact === undefined ? {} : { exact: true }),
  });
}
const sizing = (check: string, key: string, when: any) => (n: number, p?: Params) =>
  new Check({ check, ...norm(p), [key]: n, when }, sized);

export const minLength = sizing("min_length", "minimum", hasLength);
export const maxLength = sizing("max_length", "maximum", hasLength);
export const length = sizing("length_equals", "length", hasLength);
const minSize = sizing("min_size", "minimum", hasSize);
const maxSize = sizing("max_size", "maximum", hasSize);
const size = sizing("size_equals", "size", hasSize);
const nonempty = (min: any) => (p?: Params) => min(1, p);

function ordered(p: Payload, def: any, inst: any): void {
  const v = p.value;
  const most = def.check === "less_than";
  const [a, b] = most ? [def.value, v] : [v, def.value];
  if (def.inclusive ? a >= b : a > b) return;
  const bound = def.value instanceof Date ? def.value.getTime() : def.value;
  fail(p, inst, {
    origin: typeof v === "object" ? "date" : typeof v,
    ...(most ? { code: "too_big", maximum: bound } : { code: "too_small", minimum: bound }),
    inclusive: def.inclusive,
  });
}
const order = (check: string, inclusive: boolean) => (value: any, p?: Params) =>
  new Check({ check, ...norm(p), value, inclusive }, ordered);
const gt = order("greater_than", false);
const gte = order("greater_than", true);
const lt = order("less_than", false);
const lte = order("less_than", true);

// Reports whether by divides v. Allows for the rounding of decimal fractions.
function divides(v: any, by: any): boolean {
  if (typeof v === "bigint") return !!by && !(v % by);
  const q = v / by;
  return Math.abs(q - Math.round(q)) < 4 * Number.EPSILON * Math.max(Math.abs(q), 1);
}
const multipleOf = (value: any, p?: Params) =>
  new Check({ check: "multiple_of", ...norm(p), value }, (q, _def, inst) => {
    const origin = typeof q.value;
    if (origin !== typeof value) throw new Error("Cannot mix number and bigint in multiple_of check.");
    if (!divides(q.value, value)) fail(q, inst, { origin, code: "not_multiple_of", divisor: value });
  });

const escape = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns a check that a string has the format which test recognises. shown is what its issue has about the format. */
export function formed(format: string, p: Params | undefined, def: any, shown: any, test: (v: string) => boolean): Check {
  return new Check({ check: "string_format", format, ...norm(p), ...def }, (q, _def, inst) => {
    if (!test(q.value)) fail(q, inst, { origin: "string", code: "invalid_format", format, ...shown });
  });
}
const matching = (format: string) => (pattern: RegExp, p?: Params) =>
  formed(format, p, { pattern }, { pattern: String(pattern) }, (v) => {
    pattern.lastIndex = 0;
    return pattern.test(v);
  });

export const ordering = { min: gte, max: lte };
export const numeric = (zero: any) => ({
  ...ordering,
  gt,
  gte,
  lt,
  lte,
  multipleOf,
  positive: (p?: Params) => gt(zero, p),
  negative: (p?: Params) => lt(zero, p),
  nonnegative: (p?: Params) => gte(zero, p),
  nonpositive: (p?: Params) => lte(zero, p),
});
export const lengths = { min: minLength, max: maxLength, length, nonempty: nonempty(minLength) };
export const sizes = { min: minSize, max: maxSize, size, nonempty: nonempty(minSize) };
export const texts = {
  ...lengths,
  regex: matching("regex"),
  lowercase: (p?: Params) => matching("lowercase")(/^[^A-Z]*$/, p),
  uppercase: (p?: Params) => matching("uppercase")(/^[^a-z]*$/, p),
  includes(part: string, p?: any) {
    const at = p && p.position;
    const pattern = new RegExp((typeof at === "number" ? `^.{${at},}` : "") + escape(part));
    return formed("includes", p, { includes: part, pattern }, { includes: part }, (v) => v.includes(part, at));
  },
  startsWith: (s: string, p?: Params) =>
    formed("starts_with", p, { prefix: s, pattern: new RegExp(`^${escape(s)}.*`) }, { prefix: s }, (v) => v.startsWith(s)),
  endsWith: (s: string, p?: Params) =>
    formed("ends_with", p, { suffix: s, pattern: new RegExp(`.*${escape(s)}$`) }, { suffix: s }, (v) => v.endsWith(s)),
  trim: () => overwrite((s) => s.trim()),
  normalize: (form?: string) => overwrite((s) => s.normalize(form)),
  toLowerCase: () => overwrite((s) => s.toLowerCase()),
  toUpperCase: () => overwrite((s) => s.toUpperCase()),
};

/** The range of each number format. */
export const ranges: { [format: string]: number[] } = {
  safeint: [-9007199254740991, 9007199254740991],
  int32: [-2147483648, 2147483647],
  uint32: [0, 4294967295],
};

/** Combines the checks of a schema: its tightest bounds, format, patterns and divisors. */
export function bounds(s: any): any {
  const b: any = { patterns: [], divisors: [] };
  const low = (k: string, v: any) => {
    if (!(v <= b[k]) && v !== undefined) b[k] = v;
  };
  const high = (k: string, v: any) => {
    if (!(v >= b[k]) && v !== undefined) b[k] = v;
  };
  for (const { _zod: z } of s._zod.checks || []) {
    const { check, format, pattern, value, inclusive, length, minimum = length, maximum = length, local, precision } = z.def;
    const range = ranges[format] || [];
    low("minimum", minimum ?? range[0]);
    high("maximum", maximum ?? range[1]);
    if (check === "greater_than") low(inclusive ? "minimum" : "exclusiveMinimum", value);
    if (check === "less_than") high(inclusive ? "maximum" : "exclusiveMaximum", value);
    if (check === "multiple_of" && !b.divisors.includes(value)) b.divisors.push(value);
    if (check === "number_format") b.int = true;
    if (format) b.format = format;
    if (pattern && !b.patterns.includes(pattern)) b.patterns.push(pattern);
    if (local || precision === -1) b.lax = true;
  }
  return b;
}

/** Adds properties to the schemas of a class, which are made of their bounds. */
export function readers(Class: any, table: { [name: string]: (b: any) => any }): void {
  for (const name in table)
    Object.defineProperty(Class.prototype, name, {
      get() {
        return table[name](bounds(this));
      },
      configurable: true,
    });
}
export const formatOf = (b: any) => b.format ?? null;
