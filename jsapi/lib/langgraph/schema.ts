// This file reads state schemas: annotations, zod objects (3 and 4), plain definitions.

import { AnnotationRoot, BinaryOperatorAggregate, LastValue, getChannel } from "./annotation";
import { StateGraphInputError } from "./errors";

/** What withLangGraph and the registry say of a zod schema. */
export interface Meta {
  reducer?: { fn: (a: any, b: any) => any; schema?: any };
  default?: () => any;
  jsonSchemaExtra?: any;
}

const metas = new WeakMap<object, Meta>();

export function metaOf(schema: any): Meta | undefined { return metas.get(schema); }
export function setMeta(schema: any, meta: Meta) { metas.set(schema, meta); }

export function isZodObject(x: any): boolean {
  if (x === null || typeof x !== "object") return false;
  return x._zod?.def?.type === "object" || x._def?.typeName === "ZodObject";
}

export function shapeOf(schema: any): Record<string, any> {
  return schema._zod ? schema._zod.def.shape : schema.shape;
}

/** What a zod schema with a default gives for undefined. */
export function defaultOf(schema: any): (() => any) | undefined {
  const def = schema._zod ? schema._zod.def : schema._def;
  if (def && (def.type === "default" || def.typeName === "ZodDefault")) {
    return () => typeof def.defaultValue === "function" ? def.defaultValue() : def.defaultValue;
  }
  return undefined;
}

/** Gives a zod schema a reducer, a default, or hints for its JSON schema. */
export function withLangGraph(schema: any, meta: Meta): any {
  if (meta.reducer && !meta.default) {
    const first = defaultOf(schema);
    if (first) meta.default = first;
  }
  if (meta.reducer) Object.assign(schema, { lg_reducer_schema: meta.reducer.schema ?? schema });
  setMeta(schema, meta);
  return schema;
}

function zodChannels(schema: any) {
  const channels: Record<string, any> = {};
  for (const [key, field] of Object.entries(shapeOf(schema))) {
    const meta = metas.get(field as any);
    channels[key] = meta?.reducer
      ? new BinaryOperatorAggregate(meta.reducer.fn, meta.default)
      : new LastValue(meta?.default);
  }
  return channels;
}

const channelsBySchema = new WeakMap<object, Record<string, any>>();

/** The channels of a schema; the same ones for the same schema. */
export function channelsOf(schema: any): Record<string, any> {
  if (schema === null || typeof schema !== "object") throw new StateGraphInputError();
  let channels = channelsBySchema.get(schema);
  if (!channels) {
    channels = {};
    const source = isZodObject(schema) ? zodChannels(schema) : AnnotationRoot.isInstance(schema) ? schema.spec : schema;
    for (const [key, value] of Object.entries(source)) {
      channels[key] = typeof value === "function" ? (value as any)() : getChannel(value);
    }
    channelsBySchema.set(schema, channels);
  }
  return channels;
}

/** A zod object whose reduced fields take what their reducers take, all fields optional if partial is set. */
function updateSchema(schema: any, partial: boolean) {
  const fields: Record<string, any> = {};
  let changed = false;
  for (const [key, field] of Object.entries(shapeOf(schema))) {
    const other = metas.get(field as any)?.reducer?.schema;
    if (other) {
      fields[key] = other;
      changed = true;
    }
  }
  const extended = changed ? schema.extend(fields) : schema;
  return partial ? extended.partial() : extended;
}

/** What the parser of zod 4 throws, which LangGraph calls below the classic ZodError. */
class $ZodError extends Error {
  issues: any[];

  constructor(error: any) {
    super(error.message);
    this.name = "$ZodError";
    this.issues = error.issues;
  }
}

function parse(schema: any, v: any) {
  if (!schema._zod) return schema.parse(v);
  const result = schema.safeParse(v);
  if (!result.success) throw new $ZodError(result.error);
  return result.data;
}

/** Returns what parses an input, or undefined for schemas that check nothing. */
export function inputParser(input: any, state: any): ((v: any) => any) | undefined {
  const schema = input && isZodObject(input) ? updateSchema(input, false)
    : !input && isZodObject(state) ? updateSchema(state, true) : undefined;
  return schema && ((v: any) => parse(schema, v));
}

/** Checks the context of a run. */
export function checkContext(schema: any, v: any) { parse(schema, v); }

/** Returns what parses the update of a node, or undefined for schemas that check nothing. */
export function updateParser(state: any): ((key: string, v: any) => any) | undefined {
  if (!isZodObject(state)) return undefined;
  const shape = shapeOf(state);
  const schemas: Record<string, any> = {};
  return (key, v) => {
    if (!(key in shape)) return v;
    schemas[key] ??= updateSchema(state.pick({ [key]: true }), true);
    const parsed = parse(schemas[key], { [key]: v });
    return key in parsed ? parsed[key] : v;
  };
}
