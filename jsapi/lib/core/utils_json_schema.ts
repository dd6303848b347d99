// This file is `@langchain/core/utils/json_schema`: it makes JSON Schema from schemas of any kind.
import { onlyStrings } from "./string_schemas";
import { asJSONSchema, isZod } from "./structured_output";

/** Returns a zod schema as JSON Schema. JSON Schema is returned unchanged. */
export const toJsonSchema = (schema: any): any => asJSONSchema(schema);

/** Whether a schema only lets texts through. */
export const validatesOnlyStrings = (s: any): boolean => (isZod(s) ? (s._zod ? s._zod.def.type === "string" : s._def.typeName === "ZodString") : onlyStrings(s));

/** Whether two values of JSON are the same. */
export function deepCompareStrict(a: any, b: any): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((k) => k in b && deepCompareStrict(a[k], b[k]));
}
