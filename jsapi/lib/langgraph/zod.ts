// This file is @langchain/langgraph/zod: reducers and defaults for zod schemas.

import * as z from "zod";
import { type Meta, defaultOf, metaOf, setMeta, withLangGraph } from "./schema";

export { MessagesZodMeta } from "./messages_zod";
export { withLangGraph };

/** A zod registry: schema.register(registry, meta) does what withLangGraph does. */
export const registry = {
  add(schema: any, meta: Meta) { withLangGraph(schema, meta); return this; },
  get: metaOf,
  has(schema: any) { return metaOf(schema) !== undefined; },
  remove(schema: any) { setMeta(schema, undefined as any); return this; },
};

export const schemaMetaRegistry = registry;

// schema.langgraph.reducer(fn, schema) and schema.langgraph.metadata(extra)
const ZodType: any = (z as any).ZodType ?? (z as any).z?.ZodType;
if (ZodType && !("langgraph" in ZodType.prototype)) {
  Object.defineProperty(ZodType.prototype, "langgraph", {
    configurable: true,
    get() {
      const schema = this;
      return {
        metadata: (jsonSchemaExtra: any) => withLangGraph(schema, { jsonSchemaExtra }),
        reducer: (fn: any, updates?: any) => withLangGraph(schema, { default: defaultOf(schema), reducer: { schema: updates, fn } }),
      };
    },
  });
}
