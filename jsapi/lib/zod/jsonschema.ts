// This file turns a schema into JSON Schema, draft 2020-12. It is only in bundles that use it.
import { bounds } from "./checks";
import { lacks, make } from "./core";
import { globalRegistry } from "./registry";

type Seen = { schema: any; count: number; cycle?: any; path: any[]; ref?: any; def?: any; defId?: string };
type Context = { seen: Map<any, Seen>; registry: any; input: boolean; draft7: boolean; params: any; counter: number; meets: any[] };

function set(o: any, k: string, value: any): void {
  Object.defineProperty(o, k, { value, writable: true, enumerable: true, configurable: true });
}

const nouns: { [type: string]: string } = {
  bigint: "BigInt",
  undefined: "Undefined",
  void: "Void",
  date: "Date",
  nan: "NaN",
  custom: "Custom types",
  function: "Function types",
  transform: "Transforms",
  map: "Map",
  set: "Set",
};
const names: any = { guid: "uuid", url: "uri", datetime: "date-time", regex: "", time: "" };

// Some engines write the / of a pattern that is made from a string as an escape.
const sourceOf = (p: RegExp) => p.source.replace(/\\u002f/g, "/");

// Sets the type that all values have, if there is one.
function commonType(json: any, values: any[]): void {
  const types = new Set(values.map((v) => (v === null ? "null" : typeof v)));
  if (types.size === 1) json.type = [...types][0];
}

// Keys are strings in JSON, so numbers as keys are described by their text.
function keyNames(json: any): any {
  if (json.type === "number" && json.enum) return { ...json, type: "string", enum: json.enum.map(String) };
  if (json.type === "number" && json.const !== undefined) return { ...json, type: "string", const: String(json.const) };
  if (json.type === "number") return { type: "string", pattern: "^-?\\d+(?:\\.\\d+)?$" };
  return json.type === "integer" ? { type: "string", pattern: "^-?\\d+$" } : json;
}

// An input with a transform or a catch may be absent when parsing, but its declared input is required.
function optionalIn(s: any): any {
  const { type, in: a, out, innerType } = s.def;
  if (type === "pipe" && a.type === "transform") return optionalIn(out);
  return type === "catch" ? optionalIn(innerType) : s._optin;
}

function describe(s: any, json: any, x: Context, path: any[], up: any[]): void {
  const d = s.def;
  const { type, innerType } = d;
  const go = (inner: any, ...keys: any[]) => visit(inner, x, path.concat(keys), up);
  const inherit = (inner: any) => {
    go(inner);
    (x.seen.get(s) as Seen).ref = inner;
  };
  // Throws an error for something that JSON Schema cannot express, unless the caller wants {} or its own replacement.
  const no = (message: string): any => {
    const u = x.params.unrepresentable;
    const instead = typeof u === "function" ? u({ zodSchema: s, path, message }) : u;
    if (!instead || instead === "throw") throw new Error(message);
    return instead !== "any" && Object.assign(json, instead);
  };
  const cannot = (what: string) => no(what + " cannot be represented in JSON Schema");
  const b = bounds(s);
  const put = (k: string, v: any) => {
    if (v !== undefined) json[k] = v;
  };
  const optional = (f: any) => (x.input ? optionalIn(f) : f._optout);
  switch (type) {
    case "string":
      json.type = type;
      put("minLength", b.minimum);
      put("maxLength", b.maximum);
      put("format", b.lax ? undefined : (names[b.format] ?? b.format) || undefined);
      put("contentEncoding", /^base64/.test(b.format) ? b.format : undefined);
      if (b.patterns.length === 1) json.pattern = sourceOf(b.patterns[0]);
      else if (b.patterns.length) json.allOf = b.patterns.map((p: RegExp) => ({ ...(x.draft7 && { type: "string" }), pattern: sourceOf(p) }));
      return;
    case "number": {
      json.type = b.int ? "integer" : type;
      const low = b.exclusiveMinimum >= (b.minimum ?? -Infinity) ? "exclusiveMinimum" : "minimum";
      const high = b.exclusiveMaximum <= (b.maximum ?? Infinity) ? "exclusiveMaximum" : "maximum";
      put(low, b[low]);
      put(high, b[high]);
      const [first, ...rest] = b.divisors.map(Math.abs);
      put("multipleOf", first);
      if (rest.length) json.allOf = rest.map((multipleOf: number) => ({ multipleOf }));
      return;
    }
    case "boolean":
    case "null":
      json.type = type;
      return;
    case "never":
      json.not = {};
      return;
    case "any":
    case "unknown":
      return;
    case "enum":
      commonType(json, s.options);
      json.enum = s.options;
      return;
    case "literal": {
      const values: any[] = [];
      for (const v of d.values) {
        if (v === undefined ? cannot("Literal `undefined`") : typeof v === "bigint" && cannot("BigInt literals")) return;
        if (v !== undefined) values.push(typeof v === "bigint" ? Number(v) : v);
      }
      if (!values.length) return;
      commonType(json, values);
      if (values.length === 1) json.const = values[0];
      else json.enum = values;
      return;
    }
    case "array":
      put("minItems", b.minimum);
      put("maxItems", b.maximum);
      json.type = type;
      json.items = go(d.element, "items");
      return;
    case "object": {
      const { shape, catchall } = d;
      json.type = type;
      json.properties = {};
      for (const k in shape) set(json.properties, k, go(shape[k], "properties", k));
      const required = Object.keys(shape).filter((k) => !optional(shape[k]));
      if (required.length) json.required = required;
      if (catchall ? catchall.type === "never" : !x.input) json.additionalProperties = false;
      else if (catchall) json.additionalProperties = go(catchall, "additionalProperties");
      return;
    }
    case "union": {
      const word = d.inclusive === false ? "oneOf" : "anyOf";
      json[word] = d.options.map((o: any, i: number) => go(o, word, i));
      return;
    }
    case "intersection": {
      const sides = [d.left, d.right].map((side, i) => go(side, "allOf", i));
      json.allOf = sides.flatMap((j) => (j.allOf && Object.keys(j).length === 1 ? j.allOf : [j]));
      x.meets.push(json.allOf);
      return;
    }
    case "tuple": {
      const { items, rest } = d;
      json.type = "array";
      const [first, others] = x.draft7 ? ["items", "additionalItems"] : ["prefixItems", "items"];
      json[first] = items.map((i: any, n: number) => go(i, first, n));
      json[others] = rest ? go(rest, others) : false;
      let least = items.length;
      while (least && optional(items[least - 1])) least--;
      put("minItems", b.minimum ?? (least || undefined));
      put("maxItems", b.maximum ?? (rest ? undefined : items.length));
      return;
    }
    case "record": {
      const { keyType, valueType, partial, mode } = d;
      const { patterns } = bounds(keyType);
      json.type = "object";
      if (mode === "loose" && patterns.length) {
        const value = go(valueType, "patternProperties", "*");
        json.patternProperties = Object.fromEntries(patterns.map((p: RegExp) => [sourceOf(p), value]));
      } else {
        json.propertyNames = keyNames(go(keyType, "propertyNames"));
        json.additionalProperties = go(valueType, "additionalProperties");
      }
      const keys = [...(keyType._values || [])].filter((k) => /^(str|num)/.test(typeof k));
      if (keys.length && !partial && !(x.input && optionalIn(valueType))) json.required = keys.map(String);
      return;
    }
    case "nullable":
      json.anyOf = [go(innerType), { type: "null" }];
      return;
    case "catch":
      inherit(innerType);
      try {
        json.default = d.catchValue();
      } catch (e) {
        no("Dynamic catch values are not supported in JSON Schema");
      }
      return;
    case "pipe":
      return inherit(x.input && d.in.type !== "transform" ? d.in : d.out);
    case "lazy":
      return inherit(s._inner);
  }
  if (nouns[type]) return cannot(nouns[type]);
  inherit(innerType);
  if (type === "readonly") json.readOnly = true;
  if (type === "default" || (type === "prefault" && x.input)) set(json, type, JSON.parse(JSON.stringify(d.defaultValue)));
}

// Reports whether the output of s differs from its input somewhere.
function transforms(s: any, seen: any[] = []): boolean {
  if (seen.includes(s)) return false;
  seen.push(s);
  const d = s.def;
  if (d.transform) return true;
  const inner = [s._inner, d.element, d.keyType, d.valueType, d.left, d.right, d.in, d.out, d.rest];
  return inner.concat(d.options, d.items, Object.values(d.shape || {})).some((i: any) => i && i._zod && transforms(i, seen));
}

function visit(s: any, x: Context, path: any[], up: any[]): any {
  const known = x.seen.get(s);
  if (known) {
    known.count++;
    if (up.includes(s)) known.cycle = path;
    return known.schema;
  }
  const json: any = {};
  const entry: Seen = { schema: json, count: 1, path };
  x.seen.set(s, entry);
  up = [...up, s];
  describe(s, json, x, path, up);
  const parent = s._zod.parent;
  if (parent) {
    entry.ref = entry.ref || parent;
    visit(parent, x, path, up);
  }
  Object.assign(json, x.registry.get(s));
  if (x.input && transforms(s)) {
    delete json.examples;
    delete json.default;
  }
  if ("prefault" in json) json.default = json.default ?? json.prefault;
  delete json.prefault;
  return json;
}

// Adds to the JSON of s what it inherits from the schema that it wraps, or that it was refined from.
function flatten(s: any, x: Context): void {
  const e = x.seen.get(s) as Seen;
  const ref = e.ref;
  if (ref === null) return;
  e.ref = null;
  const json = e.def || e.schema;
  const before = { ...json };
  const drop = (test: (k: string) => any) => {
    for (const k of Object.keys(json)) if (k !== "$ref" && k !== "allOf" && test(k)) delete json[k];
  };
  const parent = s._zod.parent;
  for (const from of new Set([ref, parent])) {
    if (!from) continue;
    flatten(from, x);
    const { schema, def } = x.seen.get(from) as Seen;
    if (from === ref && schema.$ref && x.draft7) {
      json.allOf = [...(json.allOf ?? []), schema]; // a $ref can have no other keywords beside it
      continue;
    }
    if (from === ref) {
      Object.assign(json, schema, before);
      if (from === parent) drop((k) => !(k in before));
    }
    if (!schema.$ref) continue;
    json.$ref = schema.$ref;
    drop((k) => def && k in def && JSON.stringify(json[k]) === JSON.stringify(def[k]));
  }
  if (x.params.override) x.params.override({ zodSchema: s, jsonSchema: json, path: e.path });
}

// Turns an anyOf with nothing but types into a list of types.
function compact(json: any): void {
  const all = json.anyOf;
  if (!all || !all.length || json.type) return;
  const types = new Set<string>();
  for (const o of all) {
    compact(o);
    if (Object.keys(o).join() !== "type") return;
    for (const t of [].concat(o.type)) types.add(t);
  }
  delete json.anyOf;
  json.type = types.size === 1 ? [...types][0] : [...types];
}

const distinct = (list: any[]) => list.length < 2 && list[0] !== undefined ? list : [...new Map(list.filter((v) => v !== undefined).map((v) => [JSON.stringify(v), v])).values()];
const meet = (list: any[]) => (list.length > 1 ? (foldObjects(list) ?? { allOf: list }) : list[0]);

// Returns the schema of an object for keys that it does not name.
const demand = ({ additionalProperties: a }: any) => (a && Object.keys(a).length ? a : undefined);

// Returns one object schema for several, or undefined if they say more than object schemas can.
function foldObjects(list: any[]): any {
  const known = (k: string) => ["type", "properties", "required", "additionalProperties"].includes(k);
  if (!list.every((o) => o.type === "object" && Object.keys(o).every(known))) return undefined;
  const properties: any = {};
  const rest = distinct(list.map(demand));
  const all = new Map<string, any[]>();
  for (const o of list) for (const k in o.properties) all.set(k, [...(all.get(k) ?? []), o.properties[k]]);
  all.forEach((some, k) =>
    set(properties, k, meet(distinct(rest.length ? list.map((p) => (p.properties || {})[k] ?? demand(p)) : some))),
  );
  const required = distinct(list.flatMap((o) => o.required));
  const folded: any = { type: "object", properties };
  if (required.length) folded.required = required;
  if (list.every((o) => o.additionalProperties === false)) folded.additionalProperties = false;
  else if (rest.length) folded.additionalProperties = rest.length > 1 ? { allOf: rest } : rest[0];
  return folded;
}

// Closed objects in an allOf would reject each other's keys. They become one object, within each branch of a union.
function fold(json: any): void {
  const all: any[] = json.allOf;
  const union = all.find((m) => m.oneOf || m.anyOf) || {};
  const word = union.oneOf ? "oneOf" : union.anyOf && "anyOf";
  const branches = word ? union[word].map((b: any) => foldObjects([...all.filter((m) => m !== union), b])) : [];
  const folded = word ? Object.keys(union).length === 1 && branches.every((b: any) => b) && { [word]: branches } : foldObjects(all);
  if (!folded) return;
  delete json.allOf;
  Object.assign(json, folded);
}

/** Returns the JSON Schema of s. params can have io ("output" or "input"), unrepresentable, cycles, reused, metadata, override. */
export function toJSONSchema(s: any, params: any = {}): any {
  const { target = "draft-2020-12", metadata: registry = globalRegistry, io, cycles, reused } = params;
  const draft7 = target === "draft-07" || target === "draft-7";
  if (!draft7 && target !== "draft-2020-12") lacks("JSON Schema target " + target);
  if (s._idmap) lacks("JSON Schema of a registry");
  const x: Context = { seen: new Map(), registry, input: io === "input", draft7, params, counter: 0, meets: [] };
  const [version, place] = draft7 ? ["http://json-schema.org/draft-07/schema#", "definitions"] : ["https://json-schema.org/draft/2020-12/schema", "$defs"];
  visit(s, x, [], []);

  // A schema that has a name, is used more than once or is part of a cycle is moved to $defs, and a reference replaces
  // it.
  const idOf = (k: any) => (registry.get(k) || {}).id;
  x.seen.forEach((e, k) => {
    if (e.cycle && cycles === "throw")
      throw new Error(
        `Cycle detected: #/${e.cycle.join("/")}/<root>\n\nSet the \`cycles\` parameter to \`"ref"\` to resolve cyclical schemas with defs.`,
      );
    if (k !== s && !idOf(k) && !e.cycle && !(e.count > 1 && reused === "ref")) return;
    const json = e.schema;
    e.def = { ...json };
    if (k !== s || json.id) e.defId = json.id || `__schema${x.counter++}`;
    for (const key in json) delete json[key];
    json.$ref = "#" + (e.defId ? `/${place}/` + e.defId.replace(/~/g, "~0").replace(/\//g, "~1") : "");
  });
  const entries = [...x.seen];
  for (const [k] of [...entries].reverse()) flatten(k, x);
  for (const [, e] of entries) compact(e.def || e.schema);
  for (const allOf of x.meets)
    for (const json of entries.flatMap(([, e]) => [e.schema, e.def])) if (json && json.allOf === allOf) fold(json);

  const root = x.seen.get(s) as Seen;
  const out: any = { $schema: version, ...(root.defId ? root.schema : root.def || root.schema) };
  const defs: any = {};
  for (const [, { def, defId }] of entries) {
    if (!defId) continue;
    delete def.id;
    set(defs, defId, def);
    out[place] = defs;
  }
  if (out.id === idOf(s)) delete out.id;
  return Object.defineProperty(JSON.parse(JSON.stringify(out)), "~standard", { value: s["~standard"] });
}

/** Adds toJSONSchema to all schemas. Returns v, so that a bundle that uses v contains this, too. */
export function withJSONSchema<T>(v: T): T {
  make.toJSONSchema = toJSONSchema;
  return v;
}
