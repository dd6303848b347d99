// This file reads the schemas of agents and middleware: zod (3 and 4), standard schemas, StateSchema.

import { toJSONSchema } from "zod";
import { zod3JSON } from "../core/zod3_json";
import { isZodObject, shapeOf } from "../langgraph/schema";
import { ReducedValue, StateSchema } from "../langgraph/state_schema";

const isObject = (v: any) => typeof v === "object" && v !== null;

export const isZod = (s: any): boolean => isObject(s) && !!(s._zod?.def || s._def?.typeName);
export const isZod4 = (s: any): boolean => isObject(s) && !!s._zod?.def;
export const isStandard = (s: any): boolean => isObject(s) && !!s["~standard"]?.jsonSchema;

/** Returns the error that the parser of zod throws, which is not its classic error. */
function parseError(error: any): Error {
  const e: any = new Error(error.message);
  e.name = "$ZodError";
  e.issues = error.issues;
  return e;
}

/** Returns a value as parsed by a zod schema. */
export function parse(schema: any, v: any): any {
  if (!isZod4(schema)) return schema.parse(v);
  const result = schema.safeParse(v);
  if (!result.success) throw parseError(result.error);
  return result.data;
}

/** Returns the JSON Schema of a schema of any kind. */
export function asJSONSchema(s: any): any {
  if (isZod(s)) return isZod4(s) ? toJSONSchema(s) : zod3JSON(s);
  return isStandard(s) ? s["~standard"].jsonSchema.input({ target: "draft-2020-12" }) : s;
}

/** Returns the fields of the state of a middleware, each with the schema for inputs. */
export function fieldsOf(schema: any): Record<string, any> | undefined {
  if (StateSchema.isInstance(schema)) {
    const given = (f: any) => ReducedValue.isInstance(f) ? f.inputSchema || f.valueSchema : f;
    return Object.fromEntries(Object.entries<any>(schema.fields).map(([key, field]) => [key, given(field)]));
  }
  return isZodObject(schema) ? shapeOf(schema) : undefined;
}

/** Returns those values of o that schema has fields for, as parsed by it. Any of them may be missing. */
export function parsePartly(schema: any, o: any): any {
  const out: Record<string, any> = {};
  for (const [key, field] of Object.entries(fieldsOf(schema) ?? {})) {
    const v = isZod(field) ? parse(field.optional(), o[key]) : o[key];
    if (v !== undefined || key in o) out[key] = v;
  }
  return out;
}
