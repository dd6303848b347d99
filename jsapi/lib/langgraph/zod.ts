// This file is @langchain/langgraph/zod: reducers and defaults for zod schemas.

import * as z from "zod";
import { defaultOf, withLangGraph } from "./schema";

export { LanggraphZodMetaRegistry, META_EXTRAS_DESCRIPTION_PREFIX, SchemaMetaRegistry, registry, schemaMetaRegistry } from "./zod_registry";
export { withLangGraph };

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
