// This file supports fields of a state with any Standard Schema, besides zod schemas.

const standardOf = (schema: any) => {
  const s = typeof schema === "object" && schema !== null ? schema["~standard"] : undefined;
  return typeof s === "object" && s !== null ? s : undefined;
};

export function isStandardSchema(schema: any): boolean {
  const s = standardOf(schema);
  return s !== undefined && "validate" in s;
}

const describesItself = (schema: any) => "jsonSchema" in (standardOf(schema) ?? {});

export function isSerializableSchema(schema: any): boolean { return isStandardSchema(schema) && describesItself(schema); }

/** Returns the JSON Schema of a schema that can make it, else undefined. */
export function getJsonSchemaFromSchema(schema: any): any {
  if (!describesItself(schema)) return undefined;
  try {
    return schema["~standard"].jsonSchema.input({ target: "draft-07" });
  } catch {
    return undefined;
  }
}

/** Returns a function that returns the default of a schema, or undefined if it has none. */
export function getSchemaDefaultGetter(schema: any): (() => any) | undefined {
  if (!isStandardSchema(schema)) return undefined;
  try {
    const result = schema["~standard"].validate(undefined);
    if (!result || typeof result !== "object" || typeof result.then === "function" || result.issues) return undefined;
    const { value } = result;
    return () => value;
  } catch {
    return undefined;
  }
}
