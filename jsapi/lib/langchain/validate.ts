// This file checks values against JSON Schema, and says which parts do not fit.

const isObject = (v: any) => typeof v === "object" && v !== null && !Array.isArray(v);
const typeOf = (v: any) => v === null ? "null" : Array.isArray(v) ? "array" : typeof v;
const fitsType = (v: any, type: string) => type === "integer" ? typeof v === "number" && v % 1 === 0 : typeOf(v) === type;

function same(a: any, b: any): boolean {
  if (a === b) return true;
  if (typeOf(a) !== typeOf(b) || a === null || typeof a !== "object") return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((k) => k in b && same(a[k], b[k]));
}

const own = (o: any, key: string) => Object.prototype.hasOwnProperty.call(o, key);

/** Returns the part of a schema that a reference such as #/$defs/name names. */
function resolve(ref: string, root: any): any {
  const parts = ref.split("/").slice(1).map((p) => p.replace(/~1/g, "/").replace(/~0/g, "~"));
  const schema = parts.reduce((at, p) => at?.[p], root);
  if (schema === undefined) throw new Error(`Unresolved $ref "${ref}".`);
  return schema;
}

/** Returns messages that say what does not fit in v, outer ones before inner ones. The list is empty if v fits. */
export function problems(v: any, s: any, root = s): string[] {
  if (s === true) return [];
  if (s === false) return ["False boolean schema."];
  const all: string[] = [];
  const add = (ok: boolean, ...messages: string[]) => { if (!ok) all.push(...messages); };
  const inner = (message: string, value: any, schema: any) => {
    const found = problems(value, schema, root);
    if (found.length > 0) all.push(message, ...found);
    return found.length === 0;
  };
  if (s.$ref !== undefined) inner("A subschema had errors.", v, resolve(s.$ref, root));
  if (s.type !== undefined) {
    const types = [].concat(s.type);
    add(types.some((t) => fitsType(v, t)), `Instance type "${typeOf(v)}" is invalid. Expected "${types.join('", "')}".`);
  }
  if (s.const !== undefined) add(same(v, s.const), `Instance does not match ${JSON.stringify(s.const)}.`);
  if (s.enum !== undefined) add(s.enum.some((e: any) => same(v, e)), `Instance does not match any of ${JSON.stringify(s.enum)}.`);
  if (s.not !== undefined) add(problems(v, s.not, root).length > 0, 'Instance matched "not" schema.');
  combinations(v, s, root, add);
  if (isObject(v)) objectProblems(v, s, add, inner);
  else if (Array.isArray(v)) arrayProblems(v, s, root, add, inner);
  else if (typeof v === "number") numberProblems(v, s, add);
  else if (typeof v === "string") stringProblems(v, s, add);
  return all;
}

type Add = (ok: boolean, ...messages: string[]) => void;
type Inner = (message: string, value: any, schema: any) => boolean;

function combinations(v: any, s: any, root: any, add: Add) {
  const each = (schemas: any[] = []) => schemas.map((x) => problems(v, x, root));
  if (s.anyOf) {
    const found = each(s.anyOf);
    add(found.some((f) => f.length === 0), "Instance does not match any subschemas.", ...found.flat());
  }
  if (s.allOf) {
    const found = each(s.allOf);
    add(found.every((f) => f.length === 0), "Instance does not match every subschema.", ...found.flat());
  }
  if (s.oneOf) {
    const found = each(s.oneOf);
    const matches = found.filter((f) => f.length === 0).length;
    add(matches === 1, `Instance does not match exactly one subschema (${matches} matches).`, ...found.flat());
  }
  if (s.if === undefined) return;
  const branch = problems(v, s.if, root).length === 0 ? "then" : "else";
  if (s[branch] === undefined) return;
  const found = problems(v, s[branch], root);
  add(found.length === 0, `Instance does not match "${branch}" schema.`, ...found);
}

function objectProblems(v: any, s: any, add: Add, inner: Inner) {
  for (const key of s.required ?? []) add(own(v, key), `Instance does not have required property "${key}".`);
  const keys = Object.keys(v);
  add(!(keys.length < s.minProperties), `Instance does not have at least ${s.minProperties} properties.`);
  add(!(keys.length > s.maxProperties), `Instance does not have at least ${s.maxProperties} properties.`);
  for (const key of s.propertyNames === undefined ? [] : keys) inner(`Property name "${key}" does not match schema.`, key, s.propertyNames);
  const known = new Set<string>();
  for (const key of Object.keys(s.properties ?? {})) {
    if (!own(v, key)) continue;
    known.add(key);
    if (!inner(`Property "${key}" does not match schema.`, v[key], s.properties[key])) return;
  }
  for (const [pattern, schema] of Object.entries<any>(s.patternProperties ?? {})) {
    for (const key of keys.filter((k) => new RegExp(pattern, "u").test(k))) {
      known.add(key);
      if (!inner(`Property "${key}" matches pattern "${pattern}" but does not match associated schema.`, v[key], schema)) return;
    }
  }
  if (s.additionalProperties === undefined) return;
  for (const key of keys.filter((k) => !known.has(k))) {
    if (!inner(`Property "${key}" does not match additional properties schema.`, v[key], s.additionalProperties)) return;
  }
}

function arrayProblems(v: any[], s: any, root: any, add: Add, inner: Inner) {
  add(!(v.length > s.maxItems), `Array has too many items (${v.length} > ${s.maxItems}).`);
  add(!(v.length < s.minItems), `Array has too few items (${v.length} < ${s.minItems}).`);
  const first: any[] = s.prefixItems ?? (Array.isArray(s.items) ? s.items : []);
  const rest = Array.isArray(s.items) ? s.additionalItems : s.items;
  for (let i = 0; i < v.length; i++) {
    const schema = i < first.length ? first[i] : rest;
    if (schema !== undefined && !inner("Items did not match schema.", v[i], schema)) break;
  }
  if (s.contains !== undefined) {
    add(v.some((x) => problems(x, s.contains, root).length === 0), "Array does not contain item matching schema.");
  }
  if (!s.uniqueItems) return;
  for (let i = 0; i < v.length; i++) {
    const twin = v.findIndex((x, j) => j > i && same(v[i], x));
    if (twin >= 0) return add(false, `Duplicate items at indexes ${i} and ${twin}.`);
  }
}

function numberProblems(v: number, s: any, add: Add) {
  add(!(v < s.minimum), `${v} is less than ${s.minimum}.`);
  add(!(v > s.maximum), `${v} is greater than ${s.maximum}.`);
  add(!(v <= s.exclusiveMinimum), `${v} is less than ${s.exclusiveMinimum}.`);
  add(!(v >= s.exclusiveMaximum), `${v} is greater than or equal to ${s.exclusiveMaximum}.`);
  const q = s.multipleOf ? v / s.multipleOf : 0;
  add(Math.abs(q - Math.round(q)) < 1e-9, `${v} is not a multiple of ${s.multipleOf}.`);
}

function stringProblems(v: string, s: any, add: Add) {
  const length = Array.from(v).length;
  add(!(length < s.minLength), `String is too short (${length} < ${s.minLength}).`);
  add(!(length > s.maxLength), `String is too long (${length} > ${s.maxLength}).`);
  if (s.pattern !== undefined) add(new RegExp(s.pattern, "u").test(v), "String does not match pattern.");
}
