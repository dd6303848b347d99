// This file checks values against JSON Schema objects, with the keywords that schemas of tools use.

const isObject = (v: any) => typeof v === "object" && v !== null && !Array.isArray(v);
const kinds: { [type: string]: (v: any) => boolean } = {
  null: (v) => v === null,
  boolean: (v) => typeof v === "boolean",
  object: isObject,
  array: Array.isArray,
  number: (v) => typeof v === "number",
  integer: Number.isInteger,
  string: (v) => typeof v === "string",
};
const same = (a: any, b: any) => a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
const within = (n: number, least: any, most: any) => !(n < least) && !(n > most);

// Returns the part of the root schema that a reference such as #/$defs/name names.
const resolve = (ref: string, root: any) =>
  ref
    .split("/")
    .slice(1)
    .reduce((at, p) => (at ? at[p.replace(/~1/g, "/").replace(/~0/g, "~")] : at), root);

/** Reports whether v fits schema s. References are looked up in root. */
export function fits(v: any, s: any, root = s): boolean {
  if (!isObject(s)) return s !== false;
  const ok = (schema: any) => fits(v, schema, root);
  if (s.$ref && !ok(resolve(s.$ref, root))) return false;
  if (s.type && ![].concat(s.type).some((t) => !kinds[t] || kinds[t](v))) return false;
  if (s.enum && !s.enum.some((e: any) => same(e, v))) return false;
  if ("const" in s && !same(s.const, v)) return false;
  if ((s.not && ok(s.not)) || (s.anyOf && !s.anyOf.some(ok)) || (s.allOf && !s.allOf.every(ok))) return false;
  if (s.oneOf && s.oneOf.filter(ok).length !== 1) return false;
  if (typeof v === "number") {
    const q = s.multipleOf ? v / s.multipleOf : 0;
    if (v <= s.exclusiveMinimum || v >= s.exclusiveMaximum || Math.abs(q - Math.round(q)) > 1e-9) return false;
    return within(v, s.minimum, s.maximum);
  }
  if (typeof v === "string")
    return within(Array.from(v).length, s.minLength, s.maxLength) && (!s.pattern || new RegExp(s.pattern, "u").test(v));
  if (Array.isArray(v)) return listFits(v, s, root);
  return !isObject(v) || objectFits(v, s, root);
}

function listFits(v: any[], s: any, root: any): boolean {
  const first = s.prefixItems || (Array.isArray(s.items) ? s.items : []);
  const rest = Array.isArray(s.items) ? s.additionalItems : s.items;
  const unique = !s.uniqueItems || v.every((x, i) => v.findIndex((y) => same(x, y)) === i);
  return unique && within(v.length, s.minItems, s.maxItems) && v.every((x, i) => fits(x, i < first.length ? first[i] : rest, root));
}

function objectFits(v: any, s: any, root: any): boolean {
  const has = (o: any, k: string) => Object.prototype.hasOwnProperty.call(o, k);
  const keys = Object.keys(v);
  if (!(s.required || []).every((k: string) => has(v, k)) || !within(keys.length, s.minProperties, s.maxProperties)) return false;
  return keys.every((k) => {
    const named = has(s.properties || {}, k) ? [s.properties[k]] : [];
    const matching = Object.keys(s.patternProperties || {}).filter((p) => new RegExp(p, "u").test(k));
    const all = [...named, ...matching.map((p) => s.patternProperties[p])];
    const name = !s.propertyNames || fits(k, s.propertyNames, root);
    return name && (all.length ? all : [s.additionalProperties]).every((schema) => fits(v[k], schema, root));
  });
}

/** Reports whether only strings fit s. */
export function onlyStrings(s: any): boolean {
  if (!isObject(s)) return false;
  if ("type" in s) return [].concat(s.type).every((t) => t === "string");
  if (s.enum) return s.enum.length > 0 && s.enum.every(kinds.string);
  if ("const" in s) return typeof s.const === "string";
  if (s.allOf) return s.allOf.some(onlyStrings);
  const any = s.anyOf || s.oneOf || [];
  return any.length > 0 && any.every(onlyStrings);
}
