// This file checks values against JSON Schema objects. It is loaded when a script first needs it.
import { formats } from "./json_formats";

/** What does not fit, where in the value, and which keyword of the schema says so. */
export type Problem = { instanceLocation: string; keyword: string; keywordLocation: string; error: string };

// The nesting of values and references at which a check ends. Each level is several calls, so this is far from the end of the stack.
const deepest = 500;

const own = (o: any, key: string) => Object.prototype.hasOwnProperty.call(o, key);
const kinds = ["null", "boolean", "number", "string", "array", "object"];
const typeOf = (v: any) => (v === null ? "null" : Array.isArray(v) ? "array" : typeof v);
const pointer = (key: string) => encodeURI(key.replace(/~/g, "~0").replace(/\//g, "~1")).replace(/#/g, "%23");

// Returns a text that is the same for values that are the same.
function canonical(v: any): string {
  if (typeof v === "string") return JSON.stringify(v);
  if (typeof v !== "object" || v === null) return String(v);
  if (Array.isArray(v)) return `[${v.map(canonical)}]`;
  return `{${Object.keys(v).sort().map((k) => JSON.stringify(k) + canonical(v[k]))}}`;
}
const same = (a: any, b: any) => a === b || (typeof a === "object" && typeof b === "object" && canonical(a) === canonical(b));

// Returns the digits of a decimal number, and the power of ten of the last one.
function digits(n: number): [bigint, number] {
  const [mantissa, exponent = "0"] = String(Math.abs(n)).split("e");
  const [whole, fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function isMultiple(n: number, of: number): boolean {
  if (!Number.isFinite(n) || !Number.isFinite(of) || of <= 0) return false;
  const [[a, x], [b, y]] = [digits(n), digits(of)];
  const scale = BigInt(10) ** BigInt(Math.abs(x - y));
  return x > y ? (a * scale) % b === BigInt(0) : a % (b * scale) === BigInt(0);
}

// Returns the length of a text in characters.
const lengthOf = (s: string) => (/[\ud800-\udbff]/.test(s) ? Array.from(s).length : s.length);

type Found = Problem[];
// The names of fields and the indexes of items that a schema has said something about.
type Seen = Set<any>;

class Check {
  private depth = 0;
  private known: Map<string, any> | undefined;
  constructor(private root: any) {}

  // Returns the schema that a reference such as #/$defs/name names.
  private resolve(ref: string): any {
    const local = ref === "#" || ref.startsWith("#/");
    let schema = local ? this.root : this.ids.get(ref);
    if (local)
      for (const part of ref.split("/").slice(1)) schema = schema?.[decodeURIComponent(part).replace(/~1/g, "/").replace(/~0/g, "~")];
    if (schema === undefined) throw new Error(`Unresolved $ref "${ref}".`);
    return schema;
  }

  // Returns the schemas with a name, by their $id and #$anchor.
  private get ids(): Map<string, any> {
    if (this.known) return this.known;
    this.known = new Map();
    const rest = [this.root];
    while (rest.length) {
      const s = rest.pop();
      if (typeof s !== "object" || s === null) continue;
      if (typeof s.$id === "string") this.known.set(s.$id, s);
      if (typeof s.$anchor === "string") this.known.set("#" + s.$anchor, s);
      rest.push(...Object.values(s));
    }
    return this.known;
  }

  /** Returns what does not fit in v, outer problems before inner ones. It adds to seen what s and its parts speak of. */
  check(v: any, s: any, at: string, path: string, seen: Seen): Found {
    const all: Found = [];
    const add = (keyword: string, error: string, inner: Found = [], keywordLocation = `${path}/${keyword}`) =>
      void all.push({ instanceLocation: at, keyword, keywordLocation, error }, ...inner);
    if (typeof s !== "object" || s === null) {
      if (s === false) add("false", "False boolean schema.", [], at);
      return all;
    }
    if (this.depth++ > deepest) throw new RangeError("Maximum call stack size exceeded");
    const type = typeOf(v);
    if (!kinds.includes(type)) throw new Error(`Instances of "${type}" type are not supported.`);
    if (s.$ref !== undefined) {
      const found = this.check(v, this.resolve(s.$ref), at, `${path}/$ref`, seen);
      if (found.length) add("$ref", "A subschema had errors.", found);
    }
    if (s.type !== undefined) {
      const types: string[] = [].concat(s.type);
      const fits = types.some((t) => t === type || (t === "integer" && type === "number" && v % 1 === 0));
      if (!fits) add("type", `Instance type "${type}" is invalid. Expected "${types.join('", "')}".`);
    }
    if (s.const !== undefined && !same(v, s.const)) add("const", `Instance does not match ${JSON.stringify(s.const)}.`);
    if (s.enum !== undefined && !s.enum.some((e: any) => same(v, e))) add("enum", `Instance does not match any of ${JSON.stringify(s.enum)}.`);
    if (s.not !== undefined && !this.check(v, s.not, at, `${path}/not`, new Set()).length) add("not", 'Instance matched "not" schema.');
    this.combined(v, s, at, path, seen, add);
    if (type === "object") this.fields(v, s, at, path, seen, add);
    else if (type === "array") this.items(v, s, at, path, seen, add, all);
    else if (type === "number") numbers(v, s, add);
    else if (type === "string") texts(v, s, add);
    this.depth--;
    return all;
  }

  // Checks the keywords that combine schemas.
  private combined(v: any, s: any, at: string, path: string, seen: Seen, add: Add): void {
    for (const keyword of ["anyOf", "allOf", "oneOf"]) {
      if (s[keyword] === undefined) continue;
      const parts = s[keyword].map((part: any, i: number) => {
        const saw: Seen = new Set();
        return { saw, found: this.check(v, part, at, `${path}/${keyword}/${i}`, saw) };
      });
      const fitting = parts.filter((p: any) => !p.found.length);
      for (const { saw } of fitting) saw.forEach((key: any) => seen.add(key));
      const wrong = parts.flatMap((p: any) => p.found);
      const n = fitting.length;
      if (keyword === "anyOf" && !n) add(keyword, "Instance does not match any subschemas.", wrong);
      if (keyword === "allOf" && wrong.length) add(keyword, "Instance does not match every subschema.", wrong);
      if (keyword === "oneOf" && n !== 1) add(keyword, `Instance does not match exactly one subschema (${n} matches).`, wrong);
    }
    if (s.if === undefined) return;
    const saw: Seen = new Set();
    const holds = !this.check(v, s.if, at, `${path}/if`, saw).length;
    if (holds) saw.forEach((key) => seen.add(key));
    const branch = holds ? "then" : "else";
    const found = s[branch] === undefined ? [] : this.check(v, s[branch], at, `${path}/${branch}`, seen);
    if (found.length) add("if", `Instance does not match "${branch}" schema.`, found);
  }

  private fields(v: any, s: any, at: string, path: string, seen: Seen, add: Add): void {
    const keys = Object.keys(v);
    for (const key of s.required ?? []) if (!own(v, key)) add("required", `Instance does not have required property "${key}".`);
    if (keys.length < s.minProperties) add("minProperties", `Instance does not have at least ${s.minProperties} properties.`);
    if (keys.length > s.maxProperties) add("maxProperties", `Instance does not have at least ${s.maxProperties} properties.`);
    if (s.propertyNames !== undefined)
      for (const key of keys) {
        const found = this.check(key, s.propertyNames, `${at}/${pointer(key)}`, `${path}/propertyNames`, new Set());
        if (found.length) add("propertyNames", `Property name "${key}" does not match schema.`, found);
      }
    this.dependent(v, s, at, path, seen, add);
    const known: Seen = new Set();
    let failed = false;
    // Checks a field. Once one has failed, the keywords for the fields that are left are not looked at.
    const field = (keyword: string, key: string, schema: any, more: string, error: string): boolean => {
      const found = this.check(v[key], schema, `${at}/${pointer(key)}`, `${path}/${keyword}${more}`, new Set());
      known.add(key);
      if (found.length) add(keyword, error, found);
      else seen.add(key);
      failed ||= found.length > 0;
      return found.length === 0;
    };
    for (const key of Object.keys(s.properties ?? {}))
      if (own(v, key) && !field("properties", key, s.properties[key], "/" + pointer(key), `Property "${key}" does not match schema.`)) return;
    for (const [pattern, schema] of Object.entries<any>(s.patternProperties ?? {})) {
      const re = new RegExp(pattern, "u");
      for (const key of keys)
        if (re.test(key))
          field("patternProperties", key, schema, "/" + pointer(pattern), `Property "${key}" matches pattern "${pattern}" but does not match associated schema.`);
    }
    if (failed) return;
    const others = s.additionalProperties !== undefined ? "additionalProperties" : "unevaluatedProperties";
    if (s[others] === undefined) return;
    const kind = others === "additionalProperties" ? "additional" : "unevaluated";
    const left = keys.filter((key) => !(kind === "additional" ? known : seen).has(key));
    for (const key of left) field(others, key, s[others], "", `Property "${key}" does not match ${kind} properties schema.`);
  }

  // Checks what an object must have because it has a certain field.
  private dependent(v: any, s: any, at: string, path: string, seen: Seen, add: Add): void {
    for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"])
      for (const key of Object.keys(s[keyword] ?? {})) {
        if (!own(v, key)) continue;
        const needs = s[keyword][key];
        if (Array.isArray(needs)) {
          const place = `${path}/${keyword === "dependencies" ? keyword : "dependantRequired"}`;
          for (const k of needs) if (!own(v, k)) add(keyword, `Instance has "${key}" but does not have "${k}".`, [], place);
          continue;
        }
        const found = this.check(v, needs, at, `${path}/${keyword}/${pointer(key)}`, keyword === "dependencies" ? new Set() : seen);
        if (found.length) add(keyword, `Instance has "${key}" but does not match dependant schema.`, found);
      }
  }

  private items(v: any[], s: any, at: string, path: string, seen: Seen, add: Add, all: Found): void {
    const n = v.length;
    if (n > s.maxItems) add("maxItems", `Array has too many items (${n} > ${s.maxItems}).`);
    if (n < s.minItems) add("minItems", `Array has too few items (${n} < ${s.minItems}).`);
    let i = 0;
    let failed = false;
    // Checks the items from i on. schemas is one schema, or one for each item.
    const go = (keyword: string, schemas: any, error: string, each = false) => {
      const list = Array.isArray(schemas);
      const end = list ? Math.min(n, schemas.length) : n;
      for (; i < end && (each || !failed); i++) {
        if (keyword === "unevaluatedItems" && seen.has(i)) continue;
        const found = this.check(v[i], list ? schemas[i] : schemas, `${at}/${i}`, `${path}/${keyword}${list ? "/" + i : ""}`, new Set());
        seen.add(i);
        if (!found.length) continue;
        failed = keyword !== "unevaluatedItems";
        add(keyword, error, found);
      }
    };
    if (s.prefixItems !== undefined) go("prefixItems", s.prefixItems, "Items did not match schema.");
    if (s.items !== undefined) {
      go("items", s.items, "Items did not match schema.");
      if (!failed && s.additionalItems !== undefined) go("additionalItems", s.additionalItems, "Items did not match additional items schema.", true);
    }
    if (s.contains !== undefined) this.contained(v, s, at, path, seen, add, all);
    if (!failed && s.unevaluatedItems !== undefined) go("unevaluatedItems", s.unevaluatedItems, "Items did not match unevaluated items schema.", true);
    if (s.uniqueItems) {
      const [a, b] = twins(v) ?? [];
      if (a !== undefined) add("uniqueItems", `Duplicate items at indexes ${a} and ${b}.`);
    }
  }

  private contained(v: any[], s: any, at: string, path: string, seen: Seen, add: Add, all: Found): void {
    const { minContains: least, maxContains: most } = s;
    if (!v.length && least === undefined) return add("contains", "Array is empty. It must contain at least one item matching the schema.");
    if (v.length < least) return add("minContains", `Array has less items (${v.length}) than minContains (${least}).`);
    const found = v.map((x, i) => this.check(x, s.contains, `${at}/${i}`, `${path}/contains`, new Set()));
    found.forEach((f, i) => f.length || seen.add(i));
    const n = found.filter((f) => !f.length).length;
    if (least === undefined && !n) return add("contains", "Array does not contain item matching schema.");
    if (n < least) {
      all.push(...found.flat());
      return add("minContains", `Array must contain at least ${least} items matching schema. Only ${n} items were found.`);
    }
    if (n > most) add("maxContains", `Array may contain at most ${most} items matching schema. ${n} items were found.`);
  }
}

type Add = (keyword: string, error: string, inner?: Found, keywordLocation?: string) => void;

// Returns the indexes of the first item that is there twice, or undefined.
function twins(v: any[]): [number, number] | undefined {
  const first = new Map<string, number>();
  let best: [number, number] | undefined;
  v.forEach((x, i) => {
    const key = canonical(x);
    const j = first.get(key);
    if (j === undefined) first.set(key, i);
    else if (!best || j < best[0]) best = [j, i];
  });
  return best;
}

function numbers(v: number, s: any, add: Add): void {
  if (v < s.minimum) add("minimum", `${v} is less than ${s.minimum}.`);
  if (v > s.maximum) add("maximum", `${v} is greater than ${s.maximum}.`);
  if (v <= s.exclusiveMinimum) add("exclusiveMinimum", `${v} is less than ${s.exclusiveMinimum}.`);
  if (v >= s.exclusiveMaximum) add("exclusiveMaximum", `${v} is greater than or equal to ${s.exclusiveMaximum}.`);
  if (s.multipleOf !== undefined && !isMultiple(v, s.multipleOf)) add("multipleOf", `${v} is not a multiple of ${s.multipleOf}.`);
}

function texts(v: string, s: any, add: Add): void {
  const n = s.minLength === undefined && s.maxLength === undefined ? 0 : lengthOf(v);
  if (n < s.minLength) add("minLength", `String is too short (${n} < ${s.minLength}).`);
  if (n > s.maxLength) add("maxLength", `String is too long (${n} > ${s.maxLength}).`);
  if (s.pattern !== undefined && !new RegExp(s.pattern, "u").test(v)) add("pattern", "String does not match pattern.");
  if (s.format !== undefined && own(formats, s.format) && !formats[s.format](v)) add("format", `String does not match format "${s.format}".`);
}

/** Returns what does not fit in v, outer problems before inner ones. The list is empty if v fits. */
export const problems = (v: any, schema: any): Found => new Check(schema).check(v, schema, "#", "#", new Set());
