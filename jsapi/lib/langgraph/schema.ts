// This file reads schemas of states: annotations, zod objects (3 and 4), StateSchema, plain definitions.

import { AnnotationRoot, BinaryOperatorAggregate, LastValue } from "./annotation";
import { Command, OVERWRITE, isCommand, overwritten } from "./command";
import { StateGraphInputError } from "./errors";
import { profile } from "./hitlrun";

/** The settings of a zod schema that withLangGraph and the registry store. */
export interface Meta {
  reducer?: { fn: (a: any, b: any) => any; schema?: any };
  default?: () => any;
  jsonSchemaExtra?: any;
}

/** By name, a channel of a state, or a function that makes one. */
export type Definition = Record<string, any>;

/** Returns a value as parsed by a schema. The result is a promise if the schema is asynchronous. */
type Parser = (key: string, v: any) => any;

/** The settings of schemas. All bundles share one map. */
export const metas: WeakMap<object, Meta> = /* @__PURE__ */ __hitlrun.once("langgraph/schema.ts:metas", new WeakMap(), "metas");

export function metaOf(schema: any): Meta | undefined { return metas.get(schema); }

export function isZodObject(x: any): boolean {
  if (x === null || typeof x !== "object") return false;
  return x._zod?.def?.type === "object" || x._def?.typeName === "ZodObject";
}

const STATE_SCHEMA = Symbol.for("langgraph.state.state_schema");

export function isStateSchema(x: any): boolean { return typeof x === "object" && x !== null && x[STATE_SCHEMA] === true; }

export function shapeOf(schema: any): Record<string, any> {
  return schema._zod ? schema._zod.def.shape : schema.shape;
}

/** Returns a function that returns the default of a zod schema, or undefined if it has none. */
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
  metas.set(schema, meta);
  return schema;
}

/** Reports whether x is a schema of a state. */
export function isSchema(x: any): boolean {
  if (x === null || typeof x !== "object" || Array.isArray(x)) return false;
  if (isStateSchema(x) || isZodObject(x) || AnnotationRoot.isInstance(x)) return true;
  const values = Object.values<any>(x);
  return values.length > 0 && values.every((v) => typeof v === "function" || v?.lg_is_channel === true);
}

/** Returns the channels for the fields of a zod object. */
export function zodChannels(schema: any, meta = metaOf): Definition {
  return Object.fromEntries(Object.entries(shapeOf(schema)).map(([key, field]) => {
    const m = meta(field as any);
    return [key, m?.reducer ? new BinaryOperatorAggregate(m.reducer.fn, m.default) : new LastValue(m?.default)];
  }));
}

/** Returns the channels that a schema describes. */
export function definitionOf(schema: any): Definition {
  if (isStateSchema(schema)) return schema.getChannels();
  if (isZodObject(schema)) return zodChannels(schema);
  if (AnnotationRoot.isInstance(schema)) return schema.spec;
  if (typeof schema === "object" && !Array.isArray(schema) && Object.keys(schema).length > 0) return schema;
  throw new StateGraphInputError();
}

/** Returns a zod object in which a field with a reducer accepts what the reducer accepts. */
export function withReducerSchemas(schema: any, meta = metaOf) {
  const fields = Object.entries<any>(shapeOf(schema)).map(([key, field]) => [key, meta(field)?.reducer?.schema ?? field]);
  const extended = schema.extend(Object.fromEntries(fields));
  return schema._zod ? extended : extended.strip();
}

/** The error of zod 4's parser. LangGraph calls that parser, and not the classic one with ZodError. */
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
  return parsed(schema.safeParse(v));
}

function parsed(result: any) {
  if (!result.success) throw new $ZodError(result.error);
  return result.data;
}

/** Returns a value as parsed by a zod schema. The result is a promise if the schema is asynchronous; LangGraph.js throws an error then. */
function parseSoon(schema: any, v: any): any {
  try {
    return parse(schema, v);
  } catch (e: any) {
    if (!/during synchronous parse/.test(e?.message)) throw e;
    return schema._zod ? schema.safeParseAsync(v).then(parsed) : schema.parseAsync(v);
  }
}

/** Checks the context of a run. */
export function checkContext(schema: any, v: any) { parse(schema, v); }

/** Returns a function that parses one field of an update, or undefined for schemas that check nothing. */
export function updateParser(state: any): Parser | undefined {
  if (isStateSchema(state)) {
    return (key, v) => key in state.fields ? state._check(key, v) : v;
  }
  if (!isZodObject(state) || isOfInputs(state)) return undefined;
  const shape = shapeOf(state);
  let updates: any, values: any;
  return (key, v) => {
    if (!(key in shape)) return v;
    const whole = overwritten(v);
    const schema = whole ? values ??= state.partial() : updates ??= withReducerSchemas(state).partial();
    return then(parseSoon(schema, { [key]: whole ? whole[0] : v }), (given) => {
      if (!(key in given)) return v;
      return whole ? { [OVERWRITE]: given[key] } : given[key];
    });
  };
}

export const isPromise = (v: any) => v !== null && typeof v === "object" && typeof v.then === "function";

/** Calls f for each field of an update. The result is a promise if one of the results is. */
function mapPairs(pairs: [string, any][], f: Parser): any {
  const mapped = pairs.map(([k, v]) => [k, f(k, v)] as [string, any]);
  if (!mapped.some(([, v]) => isPromise(v))) return mapped;
  return Promise.all(mapped.map(async ([k, v]) => [k, await v]));
}

export const then = (v: any, f: (v: any) => any) => isPromise(v) ? v.then(f) : f(v);

/**
 * Returns a function that parses an input, or undefined for schemas that check nothing. The fields of an input are
 * parsed by the schema of the input, and then, as those of any update, by the schema of the state.
 */
export function inputParser(input: any, state: any): ((v: any) => any) | undefined {
  if (isZodObject(state) && isOfInputs(state)) return wholeInputParser(input ?? state.partial());
  const update = updateParser(state);
  const asState = (v: any) => update && v !== null && typeof v === "object" && !Array.isArray(v)
    ? then(mapPairs(Object.entries(v), update), Object.fromEntries) : v;
  const own = input ?? state;
  let first: (v: any) => any;
  if (isStateSchema(own)) {
    first = (v) => own.validateInput(v);
  } else if (isZodObject(own)) {
    const extended = withReducerSchemas(own);
    const schema = input ? extended : extended.partial();
    first = (v) => parseSoon(schema, v);
  } else {
    return update && ((v) => v === null || v === undefined || isCommand(v) ? v : asState(v));
  }
  return (v) => {
    if (v === null || v === undefined) return v;
    if (!isCommand(v)) return then(first(v), asState);
    if (!v.update) return v;
    const given = Array.isArray(v.update) ? Object.fromEntries(v.update) : v.update;
    return then(first(given), (parsed) => {
      v.update = isStateSchema(own) ? parsed : Object.fromEntries(Object.keys(given).map((k) => [k, parsed[k]]));
      return v;
    });
  };
}

/** Reports whether a zod schema of a state is only for inputs: LangGraph.js 0.2 does not parse what nodes return. */
const isOfInputs = (state: any): boolean => profile === "0.2" && !state._zod;

/** Returns a function that parses an input as a whole, as LangGraph.js 0.2 does: the schemas of reducers have no effect. */
function wholeInputParser(schema: any): ((v: any) => any) | undefined {
  if (!isZodObject(schema)) return undefined;
  return (v) => {
    if (v === null || v === undefined) return v;
    if (!isCommand(v)) return parseSoon(schema, v);
    if (!v.update) return v;
    return then(parseSoon(schema, Array.isArray(v.update) ? Object.fromEntries(v.update) : v.update), (update) => Object.assign(v, { update }));
  };
}

/** Returns a function that parses the result of a node by the schema of the state. */
export function checkedUpdate(parser: Parser): (v: any) => any {
  const check = (v: any): any => {
    if (v === null || typeof v !== "object") return v;
    if (isCommand(v)) {
      if (v.graph === "__parent__" || !v.update) return v;
      const command = v._updateAsTuples ? v : new Command(v); // it may come from JSON
      return then(mapPairs(command._updateAsTuples(), parser), (update) =>
        Object.assign(Object.create(Object.getPrototypeOf(command)), command, { update }));
    }
    if (Array.isArray(v)) {
      if (!v.some(isCommand)) return v;
      const items = v.map(check);
      return items.some(isPromise) ? Promise.all(items) : items;
    }
    return v.lg_name === "Send" ? v : then(mapPairs(Object.entries(v), parser), Object.fromEntries);
  };
  return check;
}

/** Returns a function that calls the node function fn and parses its result. */
export function checked(fn: (state: any, config?: any) => any, parse: (v: any) => any): (state: any, config?: any) => any {
  return (state, config) => then(fn(state, config), parse);
}
