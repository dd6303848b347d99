// This file is `@langchain/core/utils/json_schema`: schemas of any kind as JSON Schema.
import { asJSONSchema } from "./structured_output";

/** A zod schema as JSON Schema; what is JSON Schema already stays as it is. */
export const toJsonSchema = (schema: any): any => asJSONSchema(schema);
