// This file is `@langchain/core/utils/json_schema`: it makes JSON Schema from schemas of any kind.
import { asJSONSchema } from "./structured_output";

/** Returns a zod schema as JSON Schema. JSON Schema is returned unchanged. */
export const toJsonSchema = (schema: any): any => asJSONSchema(schema);
