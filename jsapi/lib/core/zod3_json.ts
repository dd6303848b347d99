// This file makes JSON schemas (draft 07) from schemas of zod 3.

type Json = Record<string, any>;

/** Returns the JSON schema keywords for a list of checks. names has a function for each kind of check. */
function checks(list: any[] = [], names: Record<string, (c: any) => Json>): Json {
  return Object.assign({}, ...list.map((c) => names[c.kind]?.(c) ?? {}));
}

const formats = (...kinds: string[]) => Object.fromEntries(kinds.map((k) => [k, () => ({ format: k })]));
const textChecks: Record<string, (c: any) => Json> = {
  ...formats("email", "uuid", "date", "time", "duration", "cuid", "cuid2"), url: () => ({ format: "uri" }), datetime: () => ({ format: "date-time" }),
  ip: (c) => ({ format: c.version === "v6" ? "ipv6" : "ipv4" }), min: (c) => ({ minLength: c.value }), max: (c) => ({ maxLength: c.value }),
  length: (c) => ({ minLength: c.value, maxLength: c.value }), regex: (c) => ({ pattern: c.regex.source }),
};
const numberChecks: Record<string, (c: any) => Json> = {
  int: () => ({ type: "integer" }), multipleOf: (c) => ({ multipleOf: c.value }),
  min: (c) => ({ [c.inclusive ? "minimum" : "exclusiveMinimum"]: c.value }), max: (c) => ({ [c.inclusive ? "maximum" : "exclusiveMaximum"]: c.value }),
};

function object(def: any): Json {
  const fields = Object.entries<any>(def.shape()).filter(([, field]) => field._def.typeName !== "ZodNever");
  const required = fields.filter(([, field]) => !field.isOptional()).map(([name]) => name);
  const open = def.catchall._def.typeName !== "ZodNever" ? json(def.catchall) : def.unknownKeys === "passthrough";
  return {
    type: "object", properties: Object.fromEntries(fields.map(([name, field]) => [name, json(field)])),
    ...required.length > 0 ? { required } : {}, additionalProperties: open,
  };
}

/** Returns a union. Types without options become one list of types, and literals become an enum. */
function union(options: any[]): Json {
  const all = options.map(json);
  if (all.length > 0 && options.every((o) => o._def.typeName === "ZodLiteral" && !o.description) && all.every((s) => "const" in s)) {
    const types = [...new Set(all.map((s) => s.type))];
    return { type: types.length > 1 ? types : types[0], enum: [...new Set(all.map((s) => s.const))] };
  }
  if (all.length > 0 && all.every((s) => Object.keys(s).length === 1 && typeof s.type === "string")) {
    const types = [...new Set(all.map((s) => s.type))];
    return { type: types.length > 1 ? types : types[0] };
  }
  return { anyOf: all };
}

function literal(value: any): Json {
  const type = typeof value === "bigint" ? "integer" : typeof value;
  return ["string", "number", "boolean", "integer"].includes(type) ? { type, const: value } : { type: Array.isArray(value) ? "array" : "object" };
}

function nativeEnum(values: any): Json {
  const own = Object.keys(values).filter((key) => typeof values[values[key]] !== "number").map((key) => values[key]);
  const types = [...new Set(own.map((v) => typeof v))];
  return { type: types.length === 1 ? types[0] : ["string", "number"], enum: own };
}

function nullable(inner: any): Json {
  const schema = json(inner);
  if (Object.keys(schema).length === 1 && typeof schema.type === "string") return { type: [schema.type, "null"] };
  return { anyOf: [schema, { type: "null" }] };
}

/** Returns one side of an intersection. It does not forbid additional properties, because the other side may have more. */
function opened(schema: any): Json {
  const { additionalProperties, ...rest } = json(schema);
  return additionalProperties === false || additionalProperties === undefined ? rest : { ...rest, additionalProperties };
}

function array(def: any): Json {
  const exact = def.exactLength?.value;
  const [least, most] = [def.minLength?.value ?? exact, def.maxLength?.value ?? exact];
  const any = def.type._def.typeName === "ZodAny" ? {} : { items: json(def.type) };
  return { type: "array", ...any, ...least !== undefined ? { minItems: least } : {}, ...most !== undefined ? { maxItems: most } : {} };
}

const kinds: Record<string, (def: any) => Json> = {
  ZodString: (def) => ({ type: "string", ...checks(def.checks, textChecks) }),
  ZodNumber: (def) => ({ type: "number", ...checks(def.checks, numberChecks) }),
  ZodBigInt: () => ({ type: "integer", format: "int64" }),
  ZodBoolean: () => ({ type: "boolean" }),
  ZodDate: () => ({ type: "string", format: "date-time" }),
  ZodNull: () => ({ type: "null" }),
  ZodUndefined: () => ({ not: {} }),
  ZodNever: () => ({ not: {} }),
  ZodLiteral: (def) => literal(def.value),
  ZodEnum: (def) => ({ type: "string", enum: [...def.values] }),
  ZodNativeEnum: (def) => nativeEnum(def.values),
  ZodArray: array,
  ZodTuple: (def) => ({ type: "array", minItems: def.items.length, ...def.rest ? {} : { maxItems: def.items.length }, items: def.items.map(json), ...def.rest ? { additionalItems: json(def.rest) } : {} }),
  ZodSet: (def) => ({ type: "array", uniqueItems: true, items: json(def.valueType) }),
  ZodObject: object,
  ZodRecord: (def) => ({ type: "object", additionalProperties: json(def.valueType) }),
  ZodMap: (def) => ({ type: "array", maxItems: 125, items: { type: "array", items: [json(def.keyType), json(def.valueType)], minItems: 2, maxItems: 2 } }),
  ZodUnion: (def) => union(def.options),
  ZodDiscriminatedUnion: (def) => ({ anyOf: [...def.options.values()].map(json) }),
  ZodIntersection: (def) => ({ allOf: [def.left, def.right].map(opened) }),
  ZodNullable: (def) => nullable(def.innerType),
  ZodOptional: (def) => json(def.innerType),
  ZodDefault: (def) => ({ ...json(def.innerType), default: def.defaultValue() }),
  ZodCatch: (def) => json(def.innerType),
  ZodReadonly: (def) => json(def.innerType),
  ZodBranded: (def) => json(def.type),
  ZodEffects: (def) => json(def.schema),
  ZodPipeline: (def) => ({ allOf: [json(def.in), json(def.out)] }),
  ZodPromise: (def) => json(def.type),
};

function json(schema: any): Json {
  const { typeName, description } = schema._def;
  const made = kinds[typeName]?.(schema._def) ?? {}; // {} allows any value
  return description === undefined ? made : { ...made, description };
}

/** Returns the JSON schema of a zod 3 schema. */
export const zod3JSON = (schema: any): Json => ({ ...json(schema), $schema: "http://json-schema.org/draft-07/schema#" });
