// This file may stand for jsonschema.ts in a bundle whose sources never mention JSON Schema: it is a fifth of zod.

export const withJSONSchema = <T>(v: T): T => v;
